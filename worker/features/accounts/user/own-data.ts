import { eq, sql } from "drizzle-orm";
import { mediaPath } from "#schema/paths.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { alternatives, articles, likes, sites } from "#schema/tables/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { AppError } from "../../../errors.ts";
import { type Db, isRefusedBy, type Statement } from "../../../db/connection.ts";
import { run } from "../../../db/raw.ts";
import { requireStorage } from "../../media/storage.ts";
import { listUploads } from "../../media/uploads.ts";
import { isPaidFor } from "../../payments/queries.ts";
import { removeSitesOf } from "../../sites/remove.ts";
import { listSessions } from "../../sessions/queries.ts";
import { isDispensable, lastSuperuser } from "../superusers.ts";

type Owner = { id: number; email: string };

/** Everything that is stored about a person and by them, but secrets. Times are ISO 8601 in UTC. */
export async function exportOwnData(db: Db, bucket: R2Bucket, { id, email }: Owner, now: number) {
  const ofSites = sql`${alternatives.siteId} IN (SELECT id FROM sites WHERE owner_id = ${id})`;
  const [[user], open, ownSites, links, liked, posts, subscribed, paid, messages] = await db.batch([
    db.select().from(users).where(eq(users.id, id)),
    listSessions(db, { userId: id, now }),
    db
      .select()
      .from(sites)
      .leftJoin(articles, eq(articles.siteId, sites.id))
      .where(eq(sites.ownerId, id))
      .orderBy(sites.id),
    db.select().from(alternatives).where(ofSites).orderBy(alternatives.siteId, alternatives.position),
    db
      .select({ site: sites.slug, likedAt: likes.createdAt })
      .from(likes)
      .innerJoin(sites, eq(sites.id, likes.siteId))
      .where(eq(likes.userId, id)),
    db.select().from(blogPosts).where(eq(blogPosts.authorId, id)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, id)),
    db.select().from(payments).where(eq(payments.userId, id)),
    db.select().from(contactMessages).where(eq(contactMessages.email, email)),
  ]);
  const uploads = await requireStorage(listUploads(bucket, id));
  const { passwordHash, sessionEpoch: _, ...account } = user!;
  const linksOf = Map.groupBy(links, (link) => link.siteId);
  const data = {
    exportedAt: now,
    account: { ...account, hasPassword: passwordHash !== null },
    sessions: open.map(({ createdAt, lastUsedAt }) => ({ createdAt, lastUsedAt })),
    sites: ownSites.map(
      ({
        sites: { nameKey: _name, linkKey: _link, pageKey: _page, reviewNote: _note, ...site },
        articles: article,
      }) => ({
        ...site,
        content: article?.content ?? "",
        alternatives: (linksOf.get(site.id) ?? []).map(({ name, link, description }) => ({ name, link, description })),
      }),
    ),
    likes: liked,
    images: uploads.map(({ key, size, uploaded }) => ({ path: mediaPath(key), size, uploadedAt: uploaded.getTime() })),
    blogPosts: posts,
    subscriptions: subscribed,
    payments: paid,
    contactMessages: messages,
  };
  return JSON.stringify(data, withIsoTimes, 2);
}

/** `createdAt` and its like, `featuredUntil`, `currentPeriodEnd`. */
const TIME_NAME = /(?:At|Until|End)$/;

const withIsoTimes = (name: string, value: unknown) =>
  typeof value === "number" && TIME_NAME.test(name) ? new Date(value).toISOString() : value;

/**
 * Removes the account with its sites, likes, sessions, codes and what was written to us from its address. The addresses
 * of its sites answer 410; subscriptions and blog posts stay, without a name.
 */
export async function removeAccount(db: Db, userId: number, audit: Statement[] = []): Promise<void> {
  if (!(await removeSitesOf(db, userId, { isPaidFor: isPaidFor({ userId }) }))) throw changedMeanwhile();
  // One after the other, not by cascade from the user: triggers count what each deletion changes.
  const batch = db.batch([
    // NULL, which the column refuses together with the whole batch, where a payment began or a site was listed meanwhile,
    // or the other superuser went.
    run(
      db,
      sql`UPDATE users SET email = CASE WHEN NOT ${isPaidFor({ userId })}
        AND NOT EXISTS (SELECT 1 FROM sites WHERE owner_id = ${userId}) THEN email END,
        is_superuser = CASE WHEN ${isDispensable} THEN is_superuser END WHERE id = ${userId}`,
    ),
    db.delete(contactMessages).where(sql`${contactMessages.email} = (SELECT email FROM users WHERE id = ${userId})`),
    db.delete(likes).where(eq(likes.userId, userId)),
    ...audit,
    db.delete(users).where(eq(users.id, userId)),
  ]);
  await batch.catch((error: unknown) => {
    if (isRefusedBy(error, "users.is_superuser")) throw lastSuperuser();
    throw isRefusedBy(error, "users.email") ? changedMeanwhile() : error;
  });
}

const changedMeanwhile = () => new AppError("conflict", ACCOUNT_MESSAGES.changedMeanwhile);
