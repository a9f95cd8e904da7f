import { type Context, Hono } from "hono";
import { SITE_MESSAGES } from "#schema/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { parseId, queryOf, requireId } from "../../http/query.ts";
import { requireUser, requireUserOr } from "../../http/session.ts";
import { insertLike, listMine, removeLike } from "./queries.ts";

const NOT_FOUND = "Site not found";
const IDS_MAX = 100;
const IDS_MESSAGE = `Name 1 to ${IDS_MAX} sites by their ids.`;

const requireLiker = requireUserOr(SITE_MESSAGES.signInToLike);

/** POST /api/sites/{id}/like/ and /unlike/ */
export const likeRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:id/like", requireLiker, async (c) => {
    const like = await insertLike(c.var.db, toLike(c));
    if (!like) throw new AppError("not_found", NOT_FOUND);
    if (!like.isNew) throw new AppError("bad_input", SITE_MESSAGES.alreadyLiked);
    return c.json({ like_count: like.count, is_liked_by_user: true });
  })

  .post("/:id/unlike", requireLiker, async (c) => {
    const count = await removeLike(c.var.db, toLike(c));
    if (count === undefined) throw new AppError("not_found", NOT_FOUND);
    return c.json({ like_count: count, is_liked_by_user: false });
  });

const toLike = (c: Context<AppEnv>) => ({
  user: c.var.user,
  siteId: requireId(c, NOT_FOUND),
  now: c.var.ports.now(),
});

/** GET /api/likes/?ids=1,2,…: public lists are the same for everybody, and this is what a page adds to them. */
export const likedRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireUser, async (c) => {
  const ids = (queryOf(c).get("ids") ?? "").split(",").map(parseId);
  const known = ids.filter((id) => id !== undefined);
  if (known.length !== ids.length || ids.length > IDS_MAX) {
    throw new AppError("bad_input", IDS_MESSAGE, { ids: IDS_MESSAGE });
  }
  return c.json(await listMine(c.var.db, c.var.user.id, known));
});
