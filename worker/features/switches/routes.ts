import { and, desc, eq, isNull } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { switchAnswerForm, switchForm } from "#schema/sites/switch-forms.ts";
import { SWITCH_MESSAGES, SWITCHES_PER_PAGE } from "#schema/sites/switches.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { pageOffset, toPage } from "../../db/paging.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { publicCache } from "../../http/caching.ts";
import { shows } from "../../http/edge-scope.ts";
import { requireId, requirePage } from "../../http/query.ts";
import { productIdOfSlug } from "../products/queries.ts";
import { requireUser, requireUserOr } from "../sessions/guards.ts";
import { changesPagesOf, counts, isShown, toSwitch } from "./queries.ts";
import { type PairKey, saveSwitch } from "./save.ts";

const requireAnswering = requireUserOr(SWITCH_MESSAGES.signIn);
const pairOf = (c: Context<AppEnv>) => ({
  siteId: requireId(c, SWITCH_MESSAGES.notFound),
  product: c.req.param("product")!,
});
const ofPair = ({ siteId, product }: PairKey) =>
  and(eq(switches.siteId, siteId), eq(switches.productId, productIdOfSlug(product)));

/** /api/sites/{id}/switches/{product}/: what people say who moved from the product to the site. */
export const switchRoutes = new Hono<AppEnv>({ strict: false })
  .get("/:id/switches/:product", publicCache("page"), async (c) => {
    const { db } = c.var;
    const key = pairOf(c);
    const page = requirePage(c);
    const isListed = and(ofPair(key), isShown);
    const [[pair], [summary], rows] = await db.batch([
      db
        .select({ slug: sites.slug })
        .from(sites)
        .innerJoin(products, eq(products.id, productIdOfSlug(key.product)))
        .where(and(eq(sites.id, key.siteId), eq(sites.review, "active"))),
      db.select(counts).from(switches).where(isListed),
      db
        .select()
        .from(switches)
        .where(isListed)
        .orderBy(desc(switches.id))
        .limit(SWITCHES_PER_PAGE)
        .offset(pageOffset(page, SWITCHES_PER_PAGE)),
    ]);
    if (!pair) throw new AppError("not_found", SWITCH_MESSAGES.notFound);
    shows(`site:${pair.slug}`);
    const { count, yes, partly, no } = summary!;
    return c.json<Answers["GET sites/:id/switches/:product/"]>({
      ...toPage(rows.map(toSwitch), { count, page, perPage: SWITCHES_PER_PAGE }),
      summary: { count, yes, partly, no },
    });
  })

  .put("/:id/switches/:product", smallBodyLimit, requireAnswering, jsonBody(switchForm), async (c) => {
    const stored = await saveSwitch(c, pairOf(c), c.req.valid("json"));
    const isHeld = stored.state !== "shown";
    const message = isHeld ? SWITCH_MESSAGES.held : SWITCH_MESSAGES.shown;
    return c.json<Answers["PUT sites/:id/switches/:product/"]>({ ...toSwitch(stored), message, is_held: isHeld });
  })

  .delete("/:id/switches/:product", requireUser, async (c) => {
    const { db, user } = c.var;
    const isOwn = and(ofPair(pairOf(c)), eq(switches.userId, user.id));
    if (await changesPagesOf(db, isOwn)) await db.delete(switches).where(isOwn);
    return c.body(null, 204);
  })

  // The answer of the site's owner, once.
  .post("/switches/:id/answer", smallBodyLimit, requireUser, jsonBody(switchAnswerForm), async (c) => {
    const { db, user, ports } = c.var;
    const isIt = and(eq(switches.id, requireId(c, SWITCH_MESSAGES.notFound)), isShown);
    if (!(await changesPagesOf(db, and(isIt, eq(sites.ownerId, user.id)))))
      throw new AppError("not_found", SWITCH_MESSAGES.notFound);
    const answered = await db
      .update(switches)
      .set({ answer: c.req.valid("json").text, answeredAt: ports.now() })
      .where(and(isIt, isNull(switches.answer)))
      .returning({ id: switches.id });
    if (answered.length === 0) throw new AppError("conflict", SWITCH_MESSAGES.answered);
    return c.body(null, 204);
  });
