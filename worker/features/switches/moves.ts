import { and, eq, lte, sql } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { runQuery } from "../../db/raw.ts";
import type { Ports } from "../../ports.ts";
import { insertMails } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { askMail } from "./mails.ts";
import { productName } from "./queries.ts";

/** The next runs take the rest. */
const ASKED_PER_RUN = 50;

type Parts = { db: Db; ports: Ports; config: DirectoryConfig };

/** For cron: asks people once how the move went that they planned, unless they have said so already. */
export async function askMovers({ db, ports, config }: Parts): Promise<void> {
  const now = ports.now();
  const due = await db
    .select({ move: moves, to: users.email, site: { name: sites.name, slug: sites.slug }, product: productName })
    .from(moves)
    .innerJoin(users, eq(users.id, moves.userId))
    .innerJoin(products, eq(products.id, moves.productId))
    .leftJoin(sites, and(eq(sites.id, moves.siteId), eq(sites.review, "active")))
    .where(lte(moves.askAt, now))
    .limit(ASKED_PER_RUN);
  for (const { move, to, ...asked } of due) {
    const { userId, productId } = move;
    const key = `moved:${userId}:${productId}`;
    const { to: recipient, ...content } = askMail(config, { to, ...asked });
    const isDue = and(eq(moves.userId, userId), eq(moves.productId, productId), lte(moves.askAt, now))!;
    const isWanted = sql`NOT EXISTS (SELECT 1 FROM ${switches} WHERE ${switches.userId} = ${userId} AND ${switches.productId} = ${productId})
      AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.suspendedAt} IS NULL)`;
    const mail = insertMails({ key, recipient, ...content, now }, sql`FROM ${moves} WHERE ${isDue} AND ${isWanted}`);
    await db.batch([runQuery(db, mail), db.update(moves).set({ askAt: null }).where(isDue)]);
    await sendFromOutbox({ ports }, key);
  }
}
