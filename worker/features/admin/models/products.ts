import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { hostOf } from "#schema/values/links.ts";
import { alternativeForm } from "#schema/sites/site-form.ts";
import { alternatives, productAliases, products, sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import { fold, linkKey } from "../../../names/keys.ts";
import { bareUrl, productKey } from "../../../names/products.ts";
import {
  findProductsByName,
  findFreeProductSlug,
  keepFormerNameStatements,
  setAliasesStatements,
} from "../../products/aliases.ts";
import { date, type Input, longText, type Model, number, text, yesNo } from "../model.ts";
import { completeTexts, textFields, textRules } from "./product-texts.ts";

const NAMES_MAX = 2000;

/** Commas of other scripts that a key would have as “,” also stand between names. */
const keysOf = (names: string) => [...new Set(names.normalize("NFKD").split(",").map(productKey).filter(Boolean))];

const PROPOSED_LINKS_MAX = 20;

/**
 * Links in public listings that wait for staff: their host is not the host of the product's link. Empty once staff have
 * set the product's link.
 */
const proposedLinks = sql`iif(${products.isLinkFixed}, '', coalesce((
  SELECT group_concat(link, ', ') FROM (
    SELECT DISTINCT ${alternatives.link} AS link FROM ${alternatives}
    CROSS JOIN ${sites} ON ${sites.id} = ${alternatives.siteId}
    WHERE ${alternatives.productId} = ${products.id} AND ${alternatives.isWaiting}
      AND ${alternatives.host} <> ${products.domain} AND ${sites.review} = 'active' LIMIT ${PROPOSED_LINKS_MAX}
  )), ''))`;

/** A popular product. Its former names still find it, and its former URLs redirect to it. */
export const product: Model = {
  app: "sites",
  appName: "Sites",
  name: "product",
  verboseName: "Product",
  verboseNamePlural: "Products",
  table: products,
  key: products.id,
  fields: {
    name: text("Name", products.name, { sort: products.nameKey, editableBy: "staff" }),
    slug: text("Slug", products.slug, { sort: products.slug }),
    link: text("Link", products.link, { editableBy: "staff" }),
    is_link_fixed: yesNo("Link set by staff", products.isLinkFixed, { editableBy: "staff" }),
    waiting_links: longText("Proposed links", proposedLinks),
    site_count: number("Sites", products.siteCount, { sort: products.siteCount }),
    created_at: date("Created", products.createdAt),
    other_names: longText(
      "Other names",
      sql`coalesce((SELECT group_concat(${productAliases.nameKey}, ', ') FROM ${productAliases}
        WHERE ${productAliases.productId} = ${products.id}), '')`,
      { editableBy: "staff" },
    ),
    ...textFields,
  },
  search: {
    columns: [
      [products.nameKey, productKey],
      [products.slug, fold],
      [products.linkKey, bareUrl],
    ],
    hint: "Beginning of a name, slug or link",
  },
  filters: {
    waiting_links: {
      label: "Proposed links",
      pendingWorkLabel: "Product links to review",
      where: sql`NOT ${products.isLinkFixed}
        AND ${products.id} IN (SELECT ${alternatives.productId} FROM ${alternatives} WHERE ${alternatives.isWaiting})`,
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
    const keys = [...(typeof name === "string" ? [productKey(name)] : []), ...keysOf(String(others ?? ""))];
    const taken = (await findProductsByName(c.var.db, keys)).find((other) => other.id !== id);
    if (taken) {
      const field = typeof name === "string" ? "name" : "other_names";
      const message = `${ADMIN_MESSAGES.nameTaken} ${taken.name}`;
      throw new AppError("conflict", message, { fields: { [field]: message } });
    }
    if (typeof name !== "string" || productKey(name) === productKey(String(before["name"]))) return input;
    return {
      ...input,
      slug: await findFreeProductSlug(c.var.db, { id: Number(id), name, link: String(before["link"]) }),
    };
  },
  toColumns: ({ name, link }) => ({
    ...(typeof name === "string" && { nameKey: productKey(name) }),
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
