import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { hostOf } from "#schema/links.ts";
import { alternativeForm } from "#schema/site-form.ts";
import { alternatives, sites, targetAliases, targets } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import { fold, linkKey } from "../../../names/keys.ts";
import { bareUrl, targetKey } from "../../../names/targets.ts";
import {
  findTargetsByName,
  findFreeTargetSlug,
  keepFormerNameStatements,
  setAliasesStatements,
} from "../../targets/aliases.ts";
import { date, type Input, longText, type Model, number, text, yesNo } from "../model.ts";
import { completeTexts, textFields, textRules } from "./target-texts.ts";

const NAMES_MAX = 2000;

/** Commas of other scripts that a key would have as “,” also stand between names. */
const keysOf = (names: string) => [...new Set(names.normalize("NFKD").split(",").map(targetKey).filter(Boolean))];

const PROPOSED_LINKS_MAX = 20;

/**
 * Links in public listings that wait for staff: their host is not the host of the product's link. Empty once staff have
 * set the product's link.
 */
const proposedLinks = sql`iif(${targets.isLinkFixed}, '', coalesce((
  SELECT group_concat(link, ', ') FROM (
    SELECT DISTINCT ${alternatives.link} AS link FROM ${alternatives}
    CROSS JOIN ${sites} ON ${sites.id} = ${alternatives.siteId}
    WHERE ${alternatives.targetId} = ${targets.id} AND ${alternatives.isWaiting}
      AND ${alternatives.host} <> ${targets.domain} AND ${sites.review} = 'active' LIMIT ${PROPOSED_LINKS_MAX}
  )), ''))`;

/** A popular product. Its former names still find it, and its former URLs redirect to it. */
export const target: Model = {
  app: "sites",
  appName: "Sites",
  name: "target",
  verboseName: "Product",
  verboseNamePlural: "Products",
  table: targets,
  key: targets.id,
  fields: {
    name: text("Name", targets.name, { sort: targets.nameKey, editableBy: "staff" }),
    slug: text("Slug", targets.slug, { sort: targets.slug }),
    link: text("Link", targets.link, { editableBy: "staff" }),
    is_link_fixed: yesNo("Link set by staff", targets.isLinkFixed, { editableBy: "staff" }),
    waiting_links: longText("Proposed links", proposedLinks),
    site_count: number("Sites", targets.siteCount, { sort: targets.siteCount }),
    other_names: longText(
      "Other names",
      sql`coalesce((SELECT group_concat(${targetAliases.nameKey}, ', ') FROM ${targetAliases}
        WHERE ${targetAliases.targetId} = ${targets.id}), '')`,
      { editableBy: "staff" },
    ),
    ...textFields,
    created_at: date("Created", targets.createdAt),
  },
  search: {
    columns: [
      [targets.nameKey, targetKey],
      [targets.slug, fold],
      [targets.linkKey, bareUrl],
    ],
    hint: "Beginning of a name, slug or link",
  },
  filters: {
    waiting_links: {
      label: "Proposed links",
      pendingWorkLabel: "Product links to review",
      where: sql`NOT ${targets.isLinkFixed}
        AND ${targets.id} IN (SELECT ${alternatives.targetId} FROM ${alternatives} WHERE ${alternatives.isWaiting})`,
    },
  },
  rules: z.extend(z.pick(alternativeForm, { name: true, link: true }), {
    is_link_fixed: z.boolean(),
    ...textRules,
    other_names: z
      .string()
      .check(z.trim(), z.maxLength(NAMES_MAX, `Other names must be at most ${NAMES_MAX} characters long in total`)),
  }),
  async prepare(c, { id, before, input: typed }) {
    const texts = await completeTexts(c, { id, before, input: typed });
    const input: Input = "link" in texts ? { is_link_fixed: true, ...texts } : texts;
    const { name, other_names: others } = input;
    const keys = [...(typeof name === "string" ? [targetKey(name)] : []), ...keysOf(String(others ?? ""))];
    const taken = (await findTargetsByName(c.var.db, keys)).find((product) => product.id !== id);
    if (taken) {
      const field = typeof name === "string" ? "name" : "other_names";
      const message = `${ADMIN_MESSAGES.nameTaken} ${taken.name}`;
      throw new AppError("conflict", message, { fields: { [field]: message } });
    }
    if (typeof name !== "string" || targetKey(name) === targetKey(String(before["name"]))) return input;
    return {
      ...input,
      slug: await findFreeTargetSlug(c.var.db, { id: Number(id), name, link: String(before["link"]) }),
    };
  },
  toColumns: ({ name, link }) => ({
    ...(typeof name === "string" && { nameKey: targetKey(name) }),
    ...(typeof link === "string" && { linkKey: linkKey(link), domain: hostOf(link) }),
  }),
  extraStatements: (c, { id, before, input }) => [
    ...(typeof input["other_names"] === "string"
      ? setAliasesStatements(c.var.db, Number(id), keysOf(input["other_names"]))
      : []),
    ...(typeof input["name"] === "string"
      ? keepFormerNameStatements(c.var.db, {
          id: Number(id),
          name: String(before["name"]),
          slug: String(before["slug"]),
        })
      : []),
  ],
  // Searches find sites by the names of their products, so lists change too.
  shownAs: ({ slug }) => [`product:${String(slug)}`, "list"],
};
