import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { DAY_MS } from "#schema/dates.ts";
import { mediaPath } from "#schema/paths.ts";
import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { factChanges } from "#schema/tables/facts.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { siteImages, uploads } from "#schema/tables/media.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { alternatives, articles, likes, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import type { AppEnv } from "../../../env.ts";
import { pathsOf } from "../../media/uploads.ts";
import { toOpenSessions } from "../../sessions/open-sessions.ts";
import { listSessionRows } from "../../sessions/queries.ts";
import * as exported from "./data-export-columns.ts";

type UserData = Awaited<ReturnType<typeof readUserData>>;

/** Returns the signed-in user's data as JSON, without secrets. Times are ISO 8601 in UTC. */
export async function exportUserData(c: Context<AppEnv>, found: UserData): Promise<string> {
  const { ports, user } = c.var;
  const [[account], rows, ownSites, links, changed, shown, stored, ...others] = found;
  const [liked, posts, subscribed, paid, messages, watches] = others;
  const open = await toOpenSessions(c.env.SESSIONS, rows, { rights: user, ports });
  const linksOf = Map.groupBy(links, (link) => link.siteId);
  const changesOf = Map.groupBy(changed, (change) => change.siteId);
  const imagesOf = Map.groupBy(shown, (image) => `${image.kind} ${image.siteId}`);
  const data = {
    exportedAt: ports.now(),
    account,
    sessions: open.map(({ device, createdAt, lastUsedAt }) => ({ device, createdAt, lastUsedAt })),
    sites: ownSites.map((site) => ({
      ...site,
      content: site.content ?? "",
      alternatives: (linksOf.get(site.id) ?? []).map(({ siteId: _, ...link }) => link),
      factChanges: (changesOf.get(site.id) ?? []).map(({ fact, before, after, day }) => ({
        fact,
        before: parsed(before),
        after: parsed(after),
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      })),
      logo: imagesOf.get(`logo ${site.id}`)?.map(({ uploadKey }) => mediaPath(uploadKey))[0] ?? null,
      screenshots: (imagesOf.get(`screenshot ${site.id}`) ?? []).map(({ uploadKey, alt, caption }) => ({
        url: mediaPath(uploadKey),
        alt,
        caption,
      })),
    })),
    likes: liked,
    images: stored.map(({ key, kind, listWidth, ...image }) => ({
      paths: pathsOf([{ key, kind, listWidth }]),
      kind,
      ...image,
    })),
    blogPosts: posts,
    subscriptions: subscribed,
    payments: paid,
    contactMessages: messages,
    searchWatches: watches,
  };
  return JSON.stringify(data, withIsoTimes, 2);
}

const parsed = (json: string | null): unknown => JSON.parse(json ?? "null");

/** The rows that `exportUserData` needs. */
export async function readUserData(db: Db, { id }: { id: number }) {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, id));
  const ownIds = db.select({ id: sites.id }).from(sites).where(eq(sites.ownerId, id));
  return db.batch([
    db.select(exported.ACCOUNT).from(users).where(eq(users.id, id)),
    listSessionRows(db, id),
    db
      .select(exported.SITE)
      .from(sites)
      .leftJoin(articles, eq(articles.siteId, sites.id))
      .where(eq(sites.ownerId, id))
      .orderBy(sites.id),
    db
      .select(exported.ALTERNATIVE)
      .from(alternatives)
      .where(inArray(alternatives.siteId, ownIds))
      .orderBy(alternatives.siteId, alternatives.position),
    db
      .select(exported.FACT_CHANGE)
      .from(factChanges)
      .where(inArray(factChanges.siteId, ownIds))
      .orderBy(factChanges.siteId, factChanges.day, factChanges.fact),
    db
      .select(exported.SITE_IMAGE)
      .from(siteImages)
      .where(inArray(siteImages.siteId, ownIds))
      .orderBy(siteImages.siteId, siteImages.position),
    db
      .select(exported.UPLOAD)
      .from(uploads)
      .where(and(eq(uploads.userId, id), isNull(uploads.removedAt)))
      .orderBy(uploads.createdAt, uploads.key),
    db.select(exported.LIKE).from(likes).innerJoin(sites, eq(sites.id, likes.siteId)).where(eq(likes.userId, id)),
    db.select(exported.BLOG_POST).from(blogPosts).where(eq(blogPosts.authorId, id)),
    db.select(exported.SUBSCRIPTION).from(subscriptions).where(eq(subscriptions.userId, id)),
    db.select(exported.PAYMENT).from(payments).where(eq(payments.userId, id)),
    db.select(exported.MESSAGE).from(contactMessages).where(eq(contactMessages.email, email)),
    db.select(exported.SEARCH_WATCH).from(searchWatches).where(eq(searchWatches.email, email)),
  ]);
}

/** Names of times, such as `createdAt`, `liveSince`, `featuredUntil` and `currentPeriodEnd`. */
const TIME_NAME = /(?:At|Since|Until|End)$/;

const withIsoTimes = (name: string, value: unknown) =>
  typeof value === "number" && TIME_NAME.test(name) ? new Date(value).toISOString() : value;
