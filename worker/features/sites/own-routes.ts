import { type Context, Hono } from "hono";
import { changedSiteForm, newSiteForm } from "#schema/site-form.ts";
import { SITE_MESSAGES } from "#schema/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { body, documentBody } from "../../http/body.ts";
import { isRefusedBy } from "../../db/connection.ts";
import { queryOf, requireId, requirePage } from "../../http/query.ts";
import { countStatement, isOverLimit, limitRefusal } from "../../http/rate-limit.ts";
import { readAsUser, requireUser } from "../sessions/guards.ts";
import { LIMITS } from "../../limits.ts";
import { requireDocument } from "../documents/require.ts";
import { auditOthersChange, auditOthersDeletion } from "../audit/others.ts";
import { requireUploads, uploadKeysIn } from "../media/image-uses.ts";
import { endSubscriptions } from "../payments/end.ts";
import { auditedSite } from "./audited.ts";
import { insertOwnSite } from "./insert-own.ts";
import { linkTakenError } from "./own-link.ts";
import { isStaff } from "../sessions/signed-in.ts";
import { listOwnSites, type OwnDetailRow, ownSiteStatement, requireOwnSite, toOwnSite } from "./own-sites.ts";
import { purgeSite } from "./purge.ts";
import { removeSite } from "./remove.ts";
import { findReviewNote } from "./review.ts";
import { updateSite } from "./update.ts";

/** /api/sites/: what owners do with their sites, and staff with every site. */
export const ownSiteRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", async (c) => {
    const q = (queryOf(c).get("q") ?? "").slice(0, 200).trim();
    const now = c.var.ports.now();
    return c.json(await readAsUser(c, async (db, user) => listOwnSites(db, user, { q, page: requirePage(c), now })));
  })

  .post("/", documentBody, requireUser, body(newSiteForm), async (c) => {
    const { db, ports, user } = c.var;
    const now = ports.now();
    const { blog, ...form } = c.req.valid("json");
    const { content, article } = requireDocument(blog.content, "blog.content");
    await requireUploads(db, uploadKeysIn(content), now, "blog.content");
    const reviewNote = isStaff(user)
      ? undefined
      : await findReviewNote(db, { ownerId: user.id, listing: { ...form, article }, now });
    const limit = [LIMITS.newSitesOfUser, user.id] as const;
    try {
      const site = await insertOwnSite(
        db,
        user,
        {
          ...form,
          content,
          createdAt: now,
          ...(reviewNote ? { review: "pending", reviewNote } : { review: "active" }),
        },
        isStaff(user) ? [] : [countStatement(c, ...limit)],
      );
      return c.json(toOwnSite(site, now), 201);
    } catch (error) {
      if (isOverLimit(error)) throw await limitRefusal(c, SITE_MESSAGES.tooManyToday, ...limit);
      if (isRefusedBy(error, "sites.link_key")) throw await linkTakenError(db, { ownerId: user.id, link: form.link });
      throw error;
    }
  })

  .get("/:id", requireUser, async (c) => c.json(toOwnSite(await requireSite(c), c.var.ports.now())))

  .put("/:id", documentBody, requireUser, body(changedSiteForm), async (c) => {
    const { db, ports, user } = c.var;
    const now = ports.now();
    const id = requireId(c, NOT_FOUND);
    const { blog, updated_at: seen, ...form } = c.req.valid("json");
    const document = blog && requireDocument(blog.content, "blog.content");
    const { alternatives, ...details } = form;
    const limit = [LIMITS.savesOfUser, user.id] as const;
    const also = ({ owner_id: ownerId }: OwnDetailRow) => [
      ...(isStaff(user) ? [] : [countStatement(c, ...limit)]),
      ...auditOthersChange(
        c,
        auditedSite,
        { id, ownerId },
        {
          ...details,
          alternatives: alternatives.map(({ name }) => name).join(", "),
          ...(document && { article: document.content }),
        },
      ),
    ];
    const site = await updateSite(db, user, { id, form, document, seen, now, also }).catch(async (error: unknown) => {
      throw isOverLimit(error) ? await limitRefusal(c, SITE_MESSAGES.tooManySaves, ...limit) : error;
    });
    await purgeSite(ports, site.slug);
    return c.json(toOwnSite(site, now));
  })

  .delete("/:id", requireUser, async (c) => {
    const { db, ports } = c.var;
    const site = await requireSite(c);
    await endSubscriptions(db, ports, { siteId: site.id });
    const audit = auditOthersDeletion(c, auditedSite, { id: site.id, ownerId: site.owner_id });
    if (!(await removeSite(db, site, audit))) throw new AppError("conflict", SITE_MESSAGES.changedMeanwhile);
    await purgeSite(ports, site.slug);
    return c.body(null, 204);
  });

const NOT_FOUND = "Site not found";

async function requireSite(c: Context<AppEnv>) {
  const { db, user } = c.var;
  return requireOwnSite(await ownSiteStatement(db, user, { id: requireId(c, NOT_FOUND) }));
}
