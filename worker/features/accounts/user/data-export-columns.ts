import { sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { factChanges } from "#schema/tables/facts.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { siteImages, uploads } from "#schema/tables/media.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { alternatives, articles, likes, sites } from "#schema/tables/sites.ts";

// The columns that the data export contains. A new column is not exported until it is listed here.

export const ACCOUNT = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  googleSub: users.googleSub,
  emailVerifiedAt: users.emailVerifiedAt,
  isStaff: users.isStaff,
  isSuperuser: users.isSuperuser,
  suspendedAt: users.suspendedAt,
  resetAt: users.resetAt,
  stripeCustomerId: users.stripeCustomerId,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`.mapWith(Boolean).as("has_password"),
};

export const SITE = {
  id: sites.id,
  slug: sites.slug,
  ownerId: sites.ownerId,
  name: sites.name,
  link: sites.link,
  host: sites.host,
  description: sites.description,
  category: sites.category,
  facts: sites.facts,
  factSources: sites.factSources,
  factsCheckedAt: sites.factsCheckedAt,
  review: sites.review,
  refusal: sites.refusal,
  featuredUntil: sites.featuredUntil,
  grantedUntil: sites.grantedUntil,
  likeCount: sites.likeCount,
  createdAt: sites.createdAt,
  liveSince: sites.liveSince,
  updatedAt: sites.updatedAt,
  content: articles.content,
};

export const SITE_IMAGE = {
  siteId: siteImages.siteId,
  kind: siteImages.kind,
  uploadKey: siteImages.uploadKey,
  alt: siteImages.alt,
  caption: siteImages.caption,
};

export const UPLOAD = {
  key: uploads.key,
  kind: uploads.kind,
  listWidth: uploads.listWidth,
  size: uploads.bytes,
  uploadedAt: uploads.createdAt,
};

export const ALTERNATIVE = {
  siteId: alternatives.siteId,
  name: alternatives.name,
  link: alternatives.link,
  description: alternatives.description,
  pair: alternatives.pair,
  pairChangedAt: alternatives.pairChangedAt,
};

export const FACT_CHANGE = {
  siteId: factChanges.siteId,
  fact: factChanges.fact,
  before: factChanges.before,
  after: factChanges.after,
  day: factChanges.day,
};

export const LIKE = { site: sites.slug, likedAt: likes.createdAt };

export const BLOG_POST = {
  id: blogPosts.id,
  slug: blogPosts.slug,
  authorId: blogPosts.authorId,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  content: blogPosts.content,
  siteSlugs: blogPosts.siteSlugs,
  featuredImage: blogPosts.featuredImage,
  featuredImageAlt: blogPosts.featuredImageAlt,
  publishedAt: blogPosts.publishedAt,
  wasPublic: blogPosts.wasPublic,
  createdAt: blogPosts.createdAt,
  updatedAt: blogPosts.updatedAt,
};

export const SUBSCRIPTION = {
  id: subscriptions.id,
  userId: subscriptions.userId,
  siteId: subscriptions.siteId,
  siteName: subscriptions.siteName,
  status: subscriptions.status,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
  paidUntil: subscriptions.paidUntil,
  coveredUntil: subscriptions.coveredUntil,
  isUnsettled: subscriptions.isUnsettled,
  priceCents: subscriptions.priceCents,
  currency: subscriptions.currency,
  unpaidInvoice: subscriptions.unpaidInvoice,
  cardBrand: subscriptions.cardBrand,
  cardLast4: subscriptions.cardLast4,
  reading: subscriptions.reading,
  mailedInvoice: subscriptions.mailedInvoice,
  mailedEnd: subscriptions.mailedEnd,
  createdAt: subscriptions.createdAt,
  updatedAt: subscriptions.updatedAt,
};

export const PAYMENT = {
  id: payments.id,
  stripeId: payments.stripeId,
  kind: payments.kind,
  subscriptionId: payments.subscriptionId,
  userId: payments.userId,
  siteId: payments.siteId,
  siteName: payments.siteName,
  amountCents: payments.amountCents,
  currency: payments.currency,
  periodStart: payments.periodStart,
  periodEnd: payments.periodEnd,
  invoiceUrl: payments.invoiceUrl,
  detail: payments.detail,
  happenedAt: payments.happenedAt,
};

export const MESSAGE = {
  id: contactMessages.id,
  email: contactMessages.email,
  message: contactMessages.message,
  answer: contactMessages.answer,
  answeredAt: contactMessages.answeredAt,
  createdAt: contactMessages.createdAt,
};

export const SEARCH_WATCH = {
  id: searchWatches.id,
  email: searchWatches.email,
  q: searchWatches.q,
  category: searchWatches.category,
  mailedAt: searchWatches.mailedAt,
  confirmedAt: searchWatches.confirmedAt,
  expiresAt: searchWatches.expiresAt,
  createdAt: searchWatches.createdAt,
};
