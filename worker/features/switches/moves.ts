import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { runQuery } from "../../db/raw.ts";
import type { Ports } from "../../ports.ts";
import { insertMails } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { isActive } from "../sites/rows/rows.ts";
import { askMail } from "./mails.ts";

/** The next runs take the rest. */
const ASKED_PER_RUN = 50;

type Parts = { db: Db; ports: Ports; config: DirectoryConfig };

/** For cron: asks people once how the move went that they planned, unless they have said so already. */
export async function askMovers({ db, ports, config }: Parts): Promise<void> {
  const now = ports.now();
  const answered = db
    .select({ id: switches.id })
    .from(switches)
    .where(and(eq(switches.userId, moves.userId), eq(switches.productId, moves.productId)));
  const due = await db
    .select({
      userId: moves.userId,
      productId: moves.productId,
      to: users.email,
      isQuiet: sql<number>`(${isNotNull(users.suspendedAt)} OR EXISTS ${answered})`.as("is_quiet"),
      product: {
        name: sql<string>`${products.name}`.as("product_name"),
        slug: sql<string>`${products.slug}`.as("product_slug"),
      },
      site: { name: sites.name, slug: sites.slug },
    })
    .from(moves)
    .innerJoin(users, eq(users.id, moves.userId))
    .innerJoin(products, and(eq(products.id, moves.productId), gt(products.siteCount, 0)))
    .leftJoin(sites, and(eq(sites.id, moves.siteId), isActive))
    .where(lte(moves.askAt, now))
    .orderBy(moves.askAt)
    .limit(ASKED_PER_RUN);
  for (const { userId, productId, isQuiet, to, ...asked } of due) {
    const isDue = and(eq(moves.userId, userId), eq(moves.productId, productId), isNotNull(moves.askAt))!;
    const done = db.update(moves).set({ askAt: null }).where(isDue);
    if (isQuiet) {
      await done;
      continue;
    }
    const key = `moved:${userId}:${productId}`;
    const { subject, text, html } = askMail(config, { to, ...asked });
    const mail = insertMails({ key, recipient: to, subject, text, html, now }, sql`FROM ${moves} WHERE ${isDue}`);
    await db.batch([runQuery(db, mail), done]);
    await sendFromOutbox({ ports }, key);
  }
}
