import { eq, isNotNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { hostOf } from "#schema/links.ts";
import { alternativeForm, siteDescription, siteForm } from "#schema/site-form.ts";
import { CATEGORY_LABELS, SITE_MESSAGES } from "#schema/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import { sendMail } from "../../../mail.ts";
import { endSubscriptions } from "../../payments/end.ts";
import { ownSiteStatement, requireOwnSite } from "../../sites/own-sites.ts";
import { purgeSite } from "../../sites/purge.ts";
import { removeSite } from "../../sites/remove.ts";
import { approvalMail, refusalMail } from "../mails.ts";
import { bareAddress } from "../../targets/keys.ts";
import { fold, linkKey, nameKey } from "../../sites/keys.ts";
import { requireFreeLink } from "../../sites/own-link.ts";
import { target } from "./targets.ts";
import { choice, date, longText, type Model, number, text } from "../model.ts";

const REFUSAL_MAX = 2000;

const APP = { app: "sites", appName: "Sites" };

const site: Model = {
  ...APP,
  name: "site",
  verboseName: "Site",
  verboseNamePlural: "Sites",
  table: sites,
  key: sites.id,
  fields: {
    name: text("Name", sites.name, { sort: sites.nameKey, editableBy: "staff" }),
    link: text("Link", sites.link, { sort: sites.linkKey, editableBy: "staff" }),
    description: text("Description", sites.description, { editableBy: "staff" }),
    category: choice("Category", sites.category, CATEGORY_LABELS, { editableBy: "staff" }),
    review: choice("Review", sites.review, { active: "Active", pending: "Waiting" }, { editableBy: "staff" }),
    review_note: longText("Why it waits", sites.reviewNote),
    refusal: longText("Refused because (mailed)", sites.refusal, { editableBy: "staff" }),
    granted_until: date("Featured by hand until", sites.grantedUntil, { editableBy: "staff" }),
    slug: text("Slug", sites.slug, { sort: sites.slug }),
    owner: text("Owner", sql`(SELECT email FROM users WHERE users.id = ${sites.ownerId})`),
    featured_until: date("Featured until", sites.featuredUntil, { sort: sites.featuredUntil }),
    like_count: number("Likes", sites.likeCount),
    created_at: date("Listed", sites.createdAt),
    updated_at: date("Changed", sites.updatedAt),
  },
  search: {
    columns: [
      [sites.nameKey, nameKey],
      [sites.slug, fold],
      [sites.linkKey, bareAddress],
    ],
    hint: "Beginning of a name, slug or link",
  },
  filters: {
    pending: { label: "Waiting for review", where: eq(sites.review, sql`'pending'`) },
    featured: { label: "Featured at some time", where: isNotNull(sites.featuredUntil) },
  },
  rules: z.extend(z.pick(siteForm, { name: true, link: true, category: true }), {
    description: siteDescription,
    review: z.enum(["active", "pending"], "Unknown review state"),
    refusal: z.nullable(z.string().check(z.trim(), z.maxLength(REFUSAL_MAX, "The reason is too long"))),
    granted_until: z.nullable(z.iso.datetime("Please give a date and time, or leave it empty.")),
  }),
  async prepare(c, { id, before, input }) {
    const { link } = input;
    if (typeof link === "string") await requireFreeLink(c.var.db, { siteId: Number(id), link });
    const owner = before["owner"];
    const [sender, name] = [c.var.config, String(input["name"] ?? before["name"])];
    // What is refused waits; what is approved is refused no longer. Its owner is told first.
    if (input["refusal"]) {
      if (owner)
        await sendMail(c.var.ports, refusalMail(sender, { to: String(owner), name, reason: String(input["refusal"]) }));
      return { ...input, review: "pending" };
    }
    if (input["review"] !== "active" || before["review"] === "active") return input;
    if (owner)
      await sendMail(c.var.ports, approvalMail(sender, { to: String(owner), name, slug: String(before["slug"]) }));
    return { ...input, refusal: null };
  },
  toColumns: ({ name, link, description, category, review, refusal, granted_until: grantedUntil }, now) => ({
    ...(typeof name === "string" && { name, nameKey: nameKey(name) }),
    ...(typeof link === "string" && { link, linkKey: linkKey(link), host: hostOf(link) }),
    description,
    category,
    review,
    refusal: refusal === "" ? null : refusal,
    grantedUntil: typeof grantedUntil === "string" ? Date.parse(grantedUntil) : grantedUntil,
    updatedAt: now,
  }),
  deletableBy: "staff",
  async remove(c, id, audit) {
    const { db, ports, user } = c.var;
    const row = requireOwnSite(await ownSiteStatement(db, user, { id: Number(id) }));
    await endSubscriptions(db, ports, { siteId: row.id });
    if (!(await removeSite(db, row, [audit]))) throw new AppError("conflict", SITE_MESSAGES.changedMeanwhile);
  },
  purge: (ports, { slug }) => purgeSite(ports, String(slug)),
};

const alternative: Model = {
  ...APP,
  name: "alternative",
  verboseName: "Alternative",
  verboseNamePlural: "Alternatives",
  table: alternatives,
  key: alternatives.id,
  fields: {
    name: text("Name", alternatives.name, { editableBy: "staff" }),
    link: text("Link", alternatives.link, { editableBy: "staff" }),
    description: text("Description", alternatives.description, { editableBy: "staff" }),
    site: text("Site", sql`(SELECT slug FROM sites WHERE sites.id = ${alternatives.siteId})`),
    product: text("Product", sql`(SELECT name FROM targets WHERE targets.id = ${alternatives.targetId})`),
  },
  rules: z.extend(alternativeForm, { description: siteDescription }),
  deletableBy: "staff",
  purge: (ports, { site: slug }) => purgeSite(ports, String(slug)),
};

export const siteModels = [site, alternative, target];
