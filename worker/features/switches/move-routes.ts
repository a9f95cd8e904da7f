import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { moveForm } from "#schema/sites/switch-forms.ts";
import { ASK_AFTER_DAYS } from "#schema/sites/switches.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { toPage } from "../../db/paging.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { LIMITS } from "../../http/limits.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { movingOutColumns, toMovingOut } from "../products/guide.ts";
import { productIdOfSlug } from "../products/queries.ts";
import { requireUser } from "../sessions/guards.ts";

/** The newest are shown. */
const MAX_MOVES = 10;
const MAX_SITES = 500;
const NOT_FOUND = "Alternative not found";

const product = { name: products.name, slug: products.slug };
const idOf = (c: Context<AppEnv>) => productIdOfSlug(c.req.param("product")!);

/** Selects the sites that name the product, and those of which the user has said how a move went. */
function sitesStatement(db: Db, productId: SQL, userId: number) {
  const isNamed = and(eq(alternatives.siteId, sites.id), eq(alternatives.productId, productId));
  const isAnswered = and(eq(switches.productId, productId), eq(switches.userId, userId));
  const named = db.select({ id: alternatives.siteId }).from(alternatives).where(eq(alternatives.productId, productId));
  const answered = db.select({ id: switches.siteId }).from(switches).where(isAnswered);
  const moving = sql<Pair["moving"] | null>`${alternatives.pair} -> '$.moving'`.mapWith(JSON.parse);
  return db
    .select({
      id: sites.id,
      name: sites.name,
      slug: sites.slug,
      moving,
      answer: switches.fields,
      state: switches.state,
    })
    .from(sites)
    .leftJoin(alternatives, isNamed)
    .leftJoin(switches, and(eq(switches.siteId, sites.id), isAnswered))
    .where(and(eq(sites.review, "active"), inArray(sites.id, named.union(answered))))
    .orderBy(sites.nameKey)
    .limit(MAX_SITES);
}

/** /api/user/moves/: the moves that the user plans, as checklists, and what the form on a move needs. */
export const moveRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", requireUser, async (c) => {
    const { db, user } = c.var;
    const results = await db
      .select({ product, done: moves.done })
      .from(moves)
      .innerJoin(products, eq(products.id, moves.productId))
      .where(eq(moves.userId, user.id))
      .orderBy(desc(moves.createdAt))
      .limit(MAX_MOVES);
    return c.json<Answers["GET user/moves/"]>(toPage(results, { count: results.length, page: 1, perPage: MAX_MOVES }));
  })

  .get("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    const [[found], listed] = await db.batch([
      db
        .select({ product, ...movingOutColumns, done: moves.done, siteId: moves.siteId })
        .from(products)
        .leftJoin(moves, and(eq(moves.productId, products.id), eq(moves.userId, user.id)))
        .where(eq(products.id, idOf(c))),
      sitesStatement(db, idOf(c), user.id),
    ]);
    if (!found) throw new AppError("not_found", NOT_FOUND);
    return c.json<Answers["GET user/moves/:product/"]>({
      product: found.product,
      moving_out: toMovingOut(found),
      site_id: found.siteId,
      done: found.done,
      sites: listed,
    });
  })

  // Repeated, it changes what is given, and never the day on which we ask how it went.
  .put("/:product", smallBodyLimit, requireUser, jsonBody(moveForm), async (c) => {
    const { db, user, ports } = c.var;
    const { site_id: siteId, done } = c.req.valid("json");
    const now = ports.now();
    await countAttempt(c, [LIMITS.savesOfUser, user.id]);
    const [found] = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.id, idOf(c)), gt(products.siteCount, 0)));
    if (!found) throw new AppError("not_found", NOT_FOUND);
    // An unknown site counts as none.
    const isKnown = sql`(SELECT ${sites.id} FROM ${sites} WHERE ${sites.id} = ${siteId ?? null})`;
    // Drizzle refuses a change of nothing.
    const given = { userId: user.id, ...(siteId !== undefined && { siteId: isKnown }), ...(done && { done }) };
    const askAt = now + ASK_AFTER_DAYS * DAY_MS;
    await db
      .insert(moves)
      .values({ productId: found.id, done: [], createdAt: now, askAt, ...given })
      .onConflictDoUpdate({ target: [moves.userId, moves.productId], set: given });
    return c.body(null, 204);
  })

  .delete("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    await db.delete(moves).where(and(eq(moves.userId, user.id), eq(moves.productId, idOf(c))));
    return c.body(null, 204);
  });
