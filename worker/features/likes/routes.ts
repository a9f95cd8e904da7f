import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { retryIdempotent } from "../../http/retry.ts";
import { parseId, queryOf, requireId } from "../../http/query.ts";
import { countAttemptStatement, isOverLimit, limitError } from "../../http/rate-limit.ts";
import { requireUser, requireUserOr } from "../sessions/guards.ts";
import { LIMITS } from "../../http/limits.ts";
import { isStaff } from "../../signed-in.ts";
import { insertLike, listLikedAndOwn, removeLike } from "./queries.ts";

const NOT_FOUND = "Site not found";
const MAX_IDS = 100;
const IDS_MESSAGE = `Name 1 to ${MAX_IDS} sites by their ids.`;

const requireLiker = requireUserOr(SITE_MESSAGES.signInToLike);

/** POST /api/sites/{id}/like/ and /api/sites/{id}/unlike/ */
export const likeRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:id/like", requireLiker, async (c) => {
    const like = await insertLike(c.var.db, toLike(c)).catch(refuse(c));
    if (!like) throw new AppError("not_found", NOT_FOUND);
    if (!like.isNew) throw new AppError("bad_input", SITE_MESSAGES.alreadyLiked);
    return c.json<Answers["POST sites/:id/like/"]>({ like_count: like.count, is_liked_by_user: true });
  })

  .post("/:id/unlike", requireLiker, async (c) => {
    let { limit, ...like } = toLike(c);
    const count = await retryIdempotent(c.var.ports, () => {
      const attempt = { ...like, limit };
      // Only the first attempt counts against the rate limit, not the retries.
      limit = undefined;
      return removeLike(c.var.db, attempt);
    }).catch(refuse(c));
    if (count === undefined) throw new AppError("not_found", NOT_FOUND);
    return c.json<Answers["POST sites/:id/unlike/"]>({ like_count: count, is_liked_by_user: false });
  });

const limitOf = (c: Context<AppEnv>) => [LIMITS.likesOfUser, c.var.user.id] as const;

const toLike = (c: Context<AppEnv>) => ({
  user: c.var.user,
  siteId: requireId(c, NOT_FOUND),
  now: c.var.ports.now(),
  limit: isStaff(c.var.user) ? undefined : countAttemptStatement(c, ...limitOf(c)),
});

const refuse = (c: Context<AppEnv>) => async (error: unknown) => {
  throw isOverLimit(error) ? await limitError(c, SITE_MESSAGES.tooManyLikes, ...limitOf(c)) : error;
};

/** GET /api/likes/?ids=1,2,…: which of these sites the user likes or owns. The cached public lists cannot say it. */
export const likedRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireUser, async (c) =>
  c.json<Answers["GET likes/"]>(await listLikedAndOwn(c.var.db, c.var.user.id, requireIds(c))),
);

function requireIds(c: Context<AppEnv>): number[] {
  const ids = (queryOf(c).get("ids") ?? "").split(",").map(parseId);
  const known = ids.filter((id) => id !== undefined);
  if (known.length !== ids.length || ids.length > MAX_IDS) {
    throw new AppError("bad_input", IDS_MESSAGE, { fields: { ids: IDS_MESSAGE } });
  }
  return known;
}
