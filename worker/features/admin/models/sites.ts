import { eq, isNotNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { hostOf } from "#schema/links.ts";
import { alternativeForm, siteDescription, siteForm } from "#schema/site-form.ts";
import { CATEGORIES } from "#schema/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import { bareAddress } from "../../targets/keys.ts";
import { fold, linkKey, nameKey } from "../../sites/keys.ts";
import { requireFreeLink } from "../../sites/own-link.ts";
import { target } from "./targets.ts";
import { choice, date, type Model, number, text } from "../model.ts";

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
    category: choice("Category", sites.category, CATEGORIES, { editableBy: "staff" }),
    review: choice("Review", sites.review, ["active", "pending"], { editableBy: "staff" }),
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
  }),
  async prepare(c, { id, input }) {
    const { link } = input;
    if (typeof link === "string") await requireFreeLink(c.var.db, { siteId: Number(id), link });
    return input;
  },
  toColumns: ({ name, link, description, category, review }, now) => ({
    ...(typeof name === "string" && { name, nameKey: nameKey(name) }),
    ...(typeof link === "string" && { link, linkKey: linkKey(link), host: hostOf(link) }),
    description,
    category,
    review,
    updatedAt: now,
  }),
  deletableBy: "staff",
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
};

export const siteModels = [site, alternative, target];
