import { and, desc, eq, gt, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { moveForm } from "#schema/sites/switch-forms.ts";
import { ASK_AFTER_DAYS, type Move } from "#schema/sites/switches.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
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
/** Of the sites that replace a product, the newest. */
const MAX_SITES = 500;
const NOT_FOUND = "Alternative not found";

const idOf = (c: Context<AppEnv>) => productIdOfSlug(c.req.param("product")!);

/** Those that name the product, and those of which the user has said how a move went. */
const sitesOf = (userId: number) =>
  sql<string>`(
  SELECT json_group_array(json_object('id', id, 'name', name, 'slug', slug, 'moving', json(moving)) ORDER BY name_key) FROM (
    SELECT ${sites}.*, ${alternatives.pair} -> '$.moving' AS moving FROM ${sites}
    LEFT JOIN ${alternatives} ON ${alternatives.productId} = ${products.id} AND ${alternatives.siteId} = ${sites.id}
    WHERE ${sites.review} = 'active' AND ${sites.id} IN (
      SELECT ${alternatives.siteId} FROM ${alternatives} WHERE ${alternatives.productId} = ${products.id}
      UNION SELECT ${switches.siteId} FROM ${switches} WHERE ${switches.userId} = ${userId} AND ${switches.productId} = ${products.id}
    ) ORDER BY ${sites.id} DESC LIMIT ${MAX_SITES}
  )
)`.as("sites");

/** /api/user/moves/: the moves that the user plans, as checklists, and what the form on a move needs. */
export const moveRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", requireUser, async (c) => {
    const { db, user } = c.var;
    const results = await db
      .select({ product: { name: products.name, slug: products.slug }, done: moves.done })
      .from(moves)
      .innerJoin(products, eq(products.id, moves.productId))
      .where(eq(moves.userId, user.id))
      .orderBy(desc(moves.createdAt))
      .limit(MAX_MOVES);
    return c.json<Answers["GET user/moves/"]>(toPage(results, { count: results.length, page: 1, perPage: MAX_MOVES }));
  })

  .get("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    const [found] = await db
      .select({
        product: { name: products.name, slug: products.slug },
        ...movingOutColumns,
        done: moves.done,
        siteId: moves.siteId,
        sites: sitesOf(user.id),
        answers: sql<string>`(SELECT json_group_object(${switches.siteId}, json(${switches.fields})) FROM ${switches}
          WHERE ${switches.userId} = ${user.id} AND ${switches.productId} = ${products.id})`.as("answers"),
      })
      .from(products)
      .leftJoin(moves, and(eq(moves.productId, products.id), eq(moves.userId, user.id)))
      .where(eq(products.id, idOf(c)));
    if (!found) throw new AppError("not_found", NOT_FOUND);
    const { product, done, siteId, sites: listed, answers, ...texts } = found;
    return c.json<Answers["GET user/moves/:product/"]>({
      product,
      moving_out: toMovingOut(texts),
      site_id: siteId,
      done,
      sites: JSON.parse(listed) as Move["sites"],
      answers: JSON.parse(answers) as Move["answers"],
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
    const given = { ...(siteId !== undefined && { siteId: isKnown }), ...(done && { done }) };
    const plan = {
      userId: user.id,
      productId: found.id,
      done: [],
      createdAt: now,
      askAt: now + ASK_AFTER_DAYS * DAY_MS,
    };
    const target = [moves.userId, moves.productId];
    // Drizzle refuses a change of nothing.
    await db
      .insert(moves)
      .values({ ...plan, ...given })
      .onConflictDoUpdate({ target, set: { userId: user.id, ...given } });
    return c.body(null, 204);
  })

  .delete("/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    await db.delete(moves).where(and(eq(moves.userId, user.id), eq(moves.productId, idOf(c))));
    return c.body(null, 204);
  });
