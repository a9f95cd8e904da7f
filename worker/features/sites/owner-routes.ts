import type { SQL } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { changedSiteForm, newSiteForm } from "#schema/sites/site-form.ts";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { sites } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, documentBodyLimit } from "../../http/body.ts";
import { violatesConstraint } from "../../db/connection.ts";
import { queryOf, requireId, requirePage } from "../../http/query.ts";
import { countAttemptStatement, isOverLimit, limitError } from "../../http/rate-limit.ts";
import { LIMITS } from "../../http/limits.ts";
import { requireUser } from "../sessions/guards.ts";
import { isStaff } from "../../signed-in.ts";
import { mailKey } from "../outbox/mail-key.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { vocabularyReader } from "../search/read-vocabulary.ts";
import { requireDocument } from "../documents/require-document.ts";
import { auditStaffChange, auditStaffDeletion } from "../audit/staff-changes.ts";
import { auditedSite } from "./rows/audited.ts";
import { changeListing } from "./save/change.ts";
import { createOwnerListing } from "./save/create-listing.ts";
import {
  findEditableSite,
  listOwnerSites,
  type EditableSiteRow,
  editableSiteStatement,
  requireEditableSite,
  toEditableSite,
} from "./read/owner-sites.ts";
import { toGivenImages } from "./rows/images.ts";
import { removeSite } from "./save/remove.ts";
import { keepRepositoryFacts } from "./save/repository-facts.ts";

type Payments = {
  /** Ends the subscriptions of a site. False if there is none. @throws AppError if that fails. */
  end(c: Context<AppEnv>, site: { siteId: number }, owed?: "unused"): Promise<boolean>;
  /** SQL: whether a payment or a subscription of the site is running. */
  isPaidFor(site: { siteId: number }, now: number): SQL;
};

/** /api/sites/: users manage their own sites. Staff may also read, change and delete every other site. */
export const ownerSiteRoutes = (payments: Payments) =>
  new Hono<AppEnv>({ strict: false })
    .get("/", requireUser, async (c) => {
      const { db, user, ports } = c.var;
      const q = (queryOf(c).get("q") ?? "").slice(0, 200).trim();
      const request = { q, page: requirePage(c), now: ports.now(), readVocabulary: vocabularyReader(c) };
      return c.json<Answers["GET sites/"]>(await listOwnerSites(db, user, request));
    })

    .post("/", documentBodyLimit, requireUser, jsonBody(newSiteForm), async (c) => {
      const { db, ports, config, user } = c.var;
      const now = ports.now();
      const { blog, ...given } = c.req.valid("json");
      const form = keepRepositoryFacts(given, { facts: {}, fact_sources: {} });
      const document = requireDocument(blog.content, "blog.content");
      const limit = [LIMITS.newSitesOfUser, user.id] as const;
      const also = isStaff(user) ? [] : [countAttemptStatement(c, ...limit)];
      const site = await createOwnerListing(db, { actor: user, form, document, now, also, config }).catch(
        async (error: unknown) => {
          throw isOverLimit(error) ? await limitError(c, SITE_MESSAGES.dailyLimitReached, ...limit) : error;
        },
      );
      if (site.review === "active") c.executionCtx.waitUntil(sendFromOutbox({ ports }, mailKey(auditedSite, site.id)));
      return c.json<Answers["POST sites/"]>(toEditableSite(site, now), 201);
    })

    .get("/:id", requireUser, async (c) => {
      const site = await findEditableSite(c.var.db, c.var.user, { id: requireId(c, NOT_FOUND) });
      return c.json<Answers["GET sites/:id/"]>(toEditableSite(site, c.var.ports.now()));
    })

    .put("/:id", documentBodyLimit, requireUser, jsonBody(changedSiteForm), async (c) => {
      const { db, ports, user } = c.var;
      const now = ports.now();
      const id = requireId(c, NOT_FOUND);
      const { blog, updated_at: seen, facts_checked: areFactsChecked, ...form } = c.req.valid("json");
      const document = blog && requireDocument(blog.content, "blog.content");
      const { alternatives, logo, screenshots, facts, fact_sources, ...details } = form;
      const limit = [LIMITS.savesOfUser, user.id] as const;
      const also = ({ ownerId }: EditableSiteRow) => [
        ...(isStaff(user) ? [] : [countAttemptStatement(c, ...limit)]),
        ...auditStaffChange(
          c,
          auditedSite,
          { id, ownerId },
          {
            ...details,
            ...(facts && { facts: JSON.stringify(facts) }),
            ...(fact_sources && { fact_sources: JSON.stringify(fact_sources) }),
            alternatives: alternatives.map(({ name }) => name).join(", "),
            ...(logo !== undefined && { logo }),
            ...(screenshots && { screenshots: describeScreenshots(screenshots) }),
            ...(document && { article: document.content }),
          },
        ),
      ];
      const found = await changeListing(db, {
        actor: user,
        id,
        patch: {
          ...details,
          facts,
          fact_sources,
          areFactsChecked,
          alternatives,
          document,
          images: toGivenImages({ logo, screenshots }),
        },
        seenVersion: seen === undefined ? undefined : Date.parse(seen) || 0,
        now,
        also,
        answer: editableSiteStatement(db, user, { id }),
      }).catch(async (error: unknown) => {
        if (isOverLimit(error)) throw await limitError(c, SITE_MESSAGES.tooManySaves, ...limit);
        throw violatesConstraint(error, sites.updatedAt) ? versionConflict() : error;
      });
      const site = requireEditableSite(found);
      return c.json<Answers["PUT sites/:id/"]>(toEditableSite(site, now));
    })

    .delete("/:id", requireUser, async (c) => {
      const { db, ports, user } = c.var;
      const which = { siteId: requireId(c, NOT_FOUND) };
      const now = ports.now();
      const site = await findEditableSite(db, user, { id: which.siteId });
      // Who removes the listing of another person refunds the days that are left.
      const isOwn = site.ownerId === user.id;
      const wasEnded = await payments.end(c, which, isOwn ? undefined : "unused");
      const also = auditStaffDeletion(c, auditedSite, site);
      const why = { reason: "", wasPaid: !isOwn && wasEnded };
      if (!(await removeSite(c, site, { isPaidFor: payments.isPaidFor(which, now), also, why })))
        throw versionConflict();
      return c.body(null satisfies Answers["DELETE sites/:id/"], 204);
    });

/** As the audit log has them. */
const describeScreenshots = (screenshots: { url: string; alt: string; caption: string }[]) =>
  screenshots.map(({ url, alt, caption }) => [url, alt, caption].join(" | ")).join("\n");

const NOT_FOUND = "Site not found";

const versionConflict = () => new AppError("conflict", SITE_MESSAGES.versionConflict);
