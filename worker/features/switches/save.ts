import { and, eq, getTableColumns, inArray, ne, notExists, sql } from "drizzle-orm";
import type { Context } from "hono";
import { WEB_ADDRESS } from "#schema/sites/switch-forms.ts";
import { type SwitchFields, SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { DAY_MS, toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { queryRows } from "../../db/raw.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { changes } from "../../http/edge-scope.ts";
import { LIMITS } from "../../http/limits.ts";
import { clientIp, countAttempt } from "../../http/rate-limit.ts";
import { sendWarning } from "../outbox/mail-gate.ts";
import { accountsOfMailbox } from "../outbox/mailbox.ts";
import { productIdOfSlug } from "../products/queries.ts";
import { newAnswerMail } from "./mails.ts";
import { personOf, refusalOf } from "./may-answer.ts";

export type PairKey = { siteId: number; product: string };

/** Selects a site that visitors see, and the product. `namedAs` is null if the site does not name the product. */
const pairStatement = (db: Db, { siteId, product }: PairKey) =>
  db
    .select({
      slug: sites.slug,
      name: sites.name,
      host: sites.host,
      ownerEmail: users.email,
      productId: sql<number>`${products.id}`.as("product_id"),
      productName: sql<string>`${products.name}`.as("product_name"),
      namedAs: alternatives.position,
    })
    .from(sites)
    .innerJoin(products, eq(products.id, productIdOfSlug(product)))
    .leftJoin(users, eq(users.id, sites.ownerId))
    .leftJoin(alternatives, and(eq(alternatives.siteId, sites.id), eq(alternatives.productId, products.id)))
    .where(and(eq(sites.id, siteId), eq(sites.review, "active")));

/**
 * Stores what the user says of the pair, in place of what they said before.
 * @throws AppError 404 for an unknown pair, 403 or 409 if the user cannot answer, 400 for a future month, 429 after too many.
 */
export async function saveSwitch(c: Context<AppEnv>, key: PairKey, fields: SwitchFields) {
  const { db, ports, user, config } = c.var;
  const now = ports.now();
  await countAttempt(c, [LIMITS.switchesOfUser, user.id]);
  const isOwn = and(eq(switches.userId, user.id), eq(switches.siteId, key.siteId));
  const [[pair], [account], own] = await db.batch([
    pairStatement(db, key),
    db.select({ email: users.email, createdAt: users.createdAt }).from(users).where(eq(users.id, user.id)),
    db.select({ productId: switches.productId, state: switches.state }).from(switches).where(isOwn),
  ]);
  const isChange = own.some(({ productId }) => productId === pair?.productId);
  // An answer can be changed when the site does not name the product any longer.
  if (!pair || (pair.namedAs === null && !isChange)) throw new AppError("not_found", SWITCH_MESSAGES.notFound);
  const refusal = refusalOf(account!, pair, now);
  if (refusal) throw new AppError("not_allowed", refusal);
  // Somewhere it is the next month already.
  if (fields.moved > toIso(now + DAY_MS).slice(0, 7)) {
    throw new AppError("bad_input", SWITCH_MESSAGES.future, { fields: { moved: SWITCH_MESSAGES.future } });
  }
  const hasAddress = [fields.text, ...fields.missing, ...fields.better].some((one) => WEB_ADDRESS.test(one));
  const address = hasAddress ? "It contains a web address." : null;
  const isKnown = own.some(({ state }) => state === "shown");
  const heldBecause = address ?? (isKnown ? null : await findCrowd(c, key.siteId));
  changes(`site:${pair.slug}`, `replaces:${pair.productId}`);
  const values = {
    userId: user.id,
    siteId: key.siteId,
    productId: pair.productId,
    fields: sql`${JSON.stringify(fields)}`,
    state: sql`${heldBecause ? "held" : "shown"}`,
    heldBecause,
    createdAt: now,
    updatedAt: now,
  };
  const isPair = and(eq(switches.siteId, key.siteId), eq(switches.productId, pair.productId));
  const ofMailbox = and(inArray(switches.userId, accountsOfMailbox(db, user.email)), ne(switches.userId, user.id));
  const isFirst = notExists(db.select().from(switches).where(and(isPair, ofMailbox)));
  const [stored] = await queryRows(
    db,
    getTableColumns(switches),
    (columns) => sql`${insertFrom(switches, values, sql`WHERE ${isFirst}`)}
      ON CONFLICT (user_id, product_id, site_id) DO UPDATE SET fields = excluded.fields, updated_at = excluded.updated_at,
        state = iif(${switches.state} = 'shown' AND coalesce(${switches.heldBecause}, ${address}) IS NULL, 'shown', 'held'),
        held_because = coalesce(${address}, ${switches.heldBecause})
      RETURNING ${columns}`,
  );
  if (!stored) throw new AppError("conflict", SWITCH_MESSAGES.sameMailbox);
  if (stored.state === "shown" && !isChange && pair.ownerEmail) {
    const mail = newAnswerMail(config, { ...pair, to: pair.ownerEmail });
    c.executionCtx.waitUntil(sendWarning(c, mail, [LIMITS.ownerMailsOfSite, `moves ${key.siteId}`]));
  }
  return stored;
}

/**
 * Counts one more person who answers about the site, and says why staff look at the answer before it is shown. Null: it is
 * shown at once. One after the other, so that one person or network cannot use up what a site shows in a day.
 */
async function findCrowd(c: Context<AppEnv>, siteId: number): Promise<string | null> {
  const another = "Another answer about this site came from the same";
  const limits = [
    [LIMITS.shownSwitchesOfOne, `${siteId} ${personOf(c.var.user.email)}`, `${another} person or company.`],
    [LIMITS.shownSwitchesOfOne, `${siteId} ${clientIp(c)}`, `${another} network.`],
    [LIMITS.shownSwitchesOfSite, siteId, "Many answers about this site came within a day."],
  ] as const;
  for (const [limit, subject, reason] of limits) {
    const isBelow = await countAttempt(c, [limit, subject]).catch(() => null);
    if (!isBelow) return reason;
  }
  return null;
}
