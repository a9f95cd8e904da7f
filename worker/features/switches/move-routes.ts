import { and, count, eq, gt, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { moveForm } from "#schema/sites/switch-forms.ts";
import { ASK_AFTER_DAYS, SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { MAX_FILTERED_SITES } from "#schema/sites/sites.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { toPage } from "../../db/paging.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { movingOutColumns, toMovingOut } from "../products/guide.ts";
import { productIdOfSlug } from "../products/queries.ts";
import { requireUser } from "../sessions/guards.ts";
import { isActive } from "../sites/rows/rows.ts";
import { fieldColumns } from "./queries.ts";

/** A person can plan so many at a time. */
const MAX_MOVES = 10;
const NOT_FOUND = "Alternative not found";

// D1 returns rows by their column names, so each has its own.
const product = {
  name: sql<string>`${products.name}`.as("product_name"),
  slug: sql<string>`${products.slug}`.as("product_slug"),
};
const isListed = gt(products.siteCount, 0);

/** The sites that replace the product, by name. */
const sitesStatement = (db: Db, isProduct: ReturnType<typeof eq>) =>
  db
    .select({ id: sites.id, name: sites.name, slug: sites.slug, facts: sites.facts })
    .from(alternatives)
    .innerJoin(products, eq(products.id, alternatives.productId))
    .innerJoin(sites, eq(sites.id, alternatives.siteId))
    .where(and(isProduct, isActive))
    .orderBy(sites.nameKey, sites.id)
    .limit(MAX_FILTERED_SITES);

const isAsked = (c: Context<AppEnv>) => eq(products.id, productIdOfSlug(c.req.param("product")!));

/** /api/user/moves/: the moves that the user plans, as checklists, and what the form on a move needs. */
export const moveRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", requireUser, async (c) => {
    const { db, user } = c.var;
    const found = await db
      .select({
        product,
        ...movingOutColumns,
        done: moves.done,
        site: { id: sites.id, name: sites.name, slug: sites.slug },
        moving: sql<string | null>`${alternatives.pair} -> '$.moving'`,
        sites: sql<string>`(SELECT json_group_array(json_object('id', listed.id, 'name', listed.name, 'slug', listed.slug) ORDER BY listed.name_key) FROM (
          SELECT one.id, one.name, one.slug, one.name_key FROM ${alternatives} AS named JOIN ${sites} AS one ON one.id = named.site_id
          WHERE named.product_id = ${moves.productId} AND one.review = 'active' ORDER BY one.id DESC LIMIT ${MAX_FILTERED_SITES}
        ) AS listed)`,
      })
      .from(moves)
      .innerJoin(products, eq(products.id, moves.productId))
      .leftJoin(sites, and(eq(sites.id, moves.siteId), isActive))
      .leftJoin(alternatives, and(eq(alternatives.productId, moves.productId), eq(alternatives.siteId, moves.siteId)))
      .where(eq(moves.userId, user.id))
      .orderBy(moves.createdAt)
      .limit(MAX_MOVES);
    const results = found.map(({ site, moving, sites: listed, product: from, done, ...texts }) => ({
      product: from,
      moving_out: toMovingOut(texts),
      site: site && { ...site, moving: moving === null ? null : JSON.parse(moving) },
      done,
      sites: JSON.parse(listed),
    }));
    return c.json<Answers["GET user/moves/"]>(toPage(results, { count: results.length, page: 1, perPage: MAX_MOVES }));
  })

  .get("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    const [[found], listed, answers] = await db.batch([
      db
        .select(product)
        .from(products)
        .where(and(isAsked(c), isListed)),
      sitesStatement(db, isAsked(c)),
      db
        .select({ siteId: switches.siteId, ...fieldColumns })
        .from(switches)
        .innerJoin(products, eq(products.id, switches.productId))
        .where(and(isAsked(c), eq(switches.userId, user.id))),
    ]);
    if (!found) throw new AppError("not_found", NOT_FOUND);
    return c.json<Answers["GET user/moves/:product/"]>({
      product: found,
      sites: listed,
      answers: Object.fromEntries(answers.map(({ siteId, ...fields }) => [siteId, fields])),
    });
  })

  // Repeated, it changes what is given, and never the day on which we ask how it went.
  .put("/:product", smallBodyLimit, requireUser, jsonBody(moveForm), async (c) => {
    const { db, user, ports } = c.var;
    const { site_id: siteId, done } = c.req.valid("json");
    const now = ports.now();
    const [[found], [planned]] = await db.batch([
      db
        .select({ id: products.id })
        .from(products)
        .where(and(isAsked(c), isListed)),
      db
        .select({ count: count() })
        .from(moves)
        .innerJoin(products, eq(products.id, moves.productId))
        .where(and(eq(moves.userId, user.id), sql`NOT ${isAsked(c)}`)),
    ]);
    if (!found) throw new AppError("not_found", NOT_FOUND);
    if (planned!.count >= MAX_MOVES) throw new AppError("conflict", SWITCH_MESSAGES.tooManyMoves);
    // An unknown site counts as none.
    const chosen = siteId && sql`(SELECT ${sites.id} FROM ${sites} WHERE ${sites.id} = ${siteId} AND ${isActive})`;
    const given = { ...(siteId !== undefined && { siteId: chosen as unknown as number }), ...(done && { done }) };
    const insert = db.insert(moves).values({
      userId: user.id,
      productId: found.id,
      done: [],
      createdAt: now,
      askAt: now + ASK_AFTER_DAYS * DAY_MS,
      ...given,
    });
    const target = [moves.userId, moves.productId];
    await (Object.keys(given).length > 0
      ? insert.onConflictDoUpdate({ target, set: given })
      : insert.onConflictDoNothing());
    return c.body(null, 204);
  })

  .delete("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    await db
      .delete(moves)
      .where(and(eq(moves.userId, user.id), sql`${moves.productId} = ${productIdOfSlug(c.req.param("product")!)}`));
    return c.body(null, 204);
  });
