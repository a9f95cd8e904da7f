import { eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { hostOf } from "#schema/links.ts";
import { alternativeForm, siteDescription, siteForm } from "#schema/site-form.ts";
import { CATEGORY_LABELS, SITE_MESSAGES } from "#schema/sites.ts";
import { alternatives, sites, targets } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import type { Statement } from "../../../db/connection.ts";
import { run } from "../../../db/raw.ts";
import { randomSuffix } from "../../../http/signing.ts";
import { endSubscriptions } from "../../payments/end.ts";
import { isRunning, stopRenewals } from "../../payments/stop.ts";
import { ownSiteStatement, requireOwnSite } from "../../sites/own-sites.ts";
import { purgeSite } from "../../sites/purge.ts";
import { removeSite } from "../../sites/remove.ts";
import { approvalMail, refusalMail } from "../mails.ts";
import { insertTargets, knownTargets, nameTargets, type NewAlternative, targetOf } from "../../targets/insert.ts";
import { bareAddress, targetKey } from "../../targets/keys.ts";
import { fold, linkKey, nameKey, pageKey } from "../../../names/keys.ts";
import { requireFreeLink } from "../../sites/own-link.ts";
import { isOfSuspended } from "../../sites/suspended.ts";
import { like } from "./likes.ts";
import { target } from "./targets.ts";
import { mailWaits } from "../mail-waits.ts";
import { type Change, choice, date, type Input, longText, type Model, number, type RecordId, text } from "../model.ts";
import { findRecord } from "../queries.ts";
import { learnWords } from "../../search/known-words.ts";
import { textOf } from "../../sites/words.ts";

const REFUSAL_MAX = 2000;

const APP = { app: "sites", appName: "Sites" };
const SITE = { ...APP, name: "site", table: sites };

const REVIEWS = { active: "Active", pending: "Waiting", suspended: "Hidden, as its owner is suspended" };

export const site: Model = {
  ...SITE,
  verboseName: "Site",
  verboseNamePlural: "Sites",
  key: sites.id,
  fields: {
    name: text("Name", sites.name, { sort: sites.nameKey, editableBy: "staff" }),
    review: choice("Review", sites.review, REVIEWS, { editableBy: "staff" }),
    review_note: longText("Why it waits", sites.reviewNote),
    refusal: longText("Refused because (mailed)", sites.refusal, { editableBy: "staff" }),
    link: text("Link", sites.link, { sort: sites.linkKey, editableBy: "staff" }),
    description: text("Description", sites.description, { editableBy: "staff" }),
    category: choice("Category", sites.category, CATEGORY_LABELS, { editableBy: "staff" }),
    granted_until: date("Featured by hand until", sites.grantedUntil, { editableBy: "staff" }),
    slug: text("Slug", sites.slug, { sort: sites.slug }),
    owner: text("Owner", sql`(SELECT email FROM users WHERE users.id = ${sites.ownerId})`),
    featured_until: date("Featured until", sites.featuredUntil),
    like_count: number("Likes", sites.likeCount),
    ...mailWaits(SITE),
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
    pending: { label: "Waiting for review", where: eq(sites.review, sql`'pending'`), waits: "Listings in review" },
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
    // What is refused waits; what is approved is refused no longer.
    if (input["refusal"]) return { ...input, review: "pending" };
    if (!isApproval({ before, input })) return input;
    // Its owner would be told that everybody sees it.
    if (await isOfSuspended(c.var.db, Number(id))) throw new AppError("conflict", ADMIN_MESSAGES.ownerSuspended);
    return { ...input, refusal: null };
  },
  toColumns: ({ name, link, refusal }, now, before) => ({
    ...(typeof name === "string" && { nameKey: nameKey(name) }),
    ...(typeof link === "string" && { linkKey: linkKey(link), pageKey: pageKey(link), host: hostOf(link) }),
    ...(refusal === "" && { refusal: null }),
    updatedAt: nextUpdate(Date.parse(String(before["updated_at"])), now),
  }),
  async also(c, { id, input }) {
    if (!("name" in input || "description" in input || "review" in input)) return [];
    const row = await requireSite(c, { id: Number(id) });
    const { name = row.name, description = row.description } = input;
    const listed = JSON.parse(row.alternatives) as { name: string }[];
    return learnWords(c.var.db, [
      textOf({ name: String(name), description: String(description), alternatives: listed }),
    ]);
  },
  async mail({ var: { db, ports, config } }, { id, before, input }) {
    const { refusal } = input;
    if (!before["owner"] || !(refusal || isApproval({ before, input }))) return undefined;
    const [to, name] = [String(before["owner"]), String(input["name"] ?? before["name"])];
    if (!refusal) return approvalMail(config, { to, name, slug: String(before["slug"]) });
    const wasPaid = await isRunning(db, ports, { siteId: Number(id) });
    return refusalMail(config, { to, name, reason: String(refusal), wasPaid });
  },
  async follow({ var: { db, ports } }, { id, input }) {
    // Nobody pays for what visitors do not see.
    if (input["review"] === "pending") await stopRenewals(db, ports, { siteId: Number(id) });
  },
  deletableBy: "staff",
  async remove(c, id, audit) {
    const { db, ports } = c.var;
    const row = await requireSite(c, { id: Number(id) });
    await endSubscriptions(db, ports, { siteId: row.id });
    if (!(await removeSite(db, row, [audit]))) throw new AppError("conflict", SITE_MESSAGES.changedMeanwhile);
  },
  purge: (ports, { slug }) => purgeSite(ports, String(slug)),
};

const isApproval = ({ before, input }: Pick<Change, "before" | "input">) =>
  input["review"] === "active" && before["review"] !== "active";

/** NULL, which the column refuses together with the whole batch, where somebody saved since; it must grow. */
const nextUpdate = (seen: number, now: number) =>
  sql`CASE WHEN updated_at = ${seen} THEN ${Math.max(now, seen + 1)} END`;

const requireSite = async ({ var: { db, user } }: Context<AppEnv>, which: { id: number } | { slug: string }) =>
  requireOwnSite(await ownSiteStatement(db, user, which));

/** Statements that belong to a change of an alternative, or to its removal: its site is another version. */
async function changeSite(c: Context<AppEnv>, slug: string, input?: Input): Promise<Statement[]> {
  const { db, ports } = c.var;
  const row = await requireSite(c, { slug });
  return [
    db
      .update(sites)
      .set({ updatedAt: nextUpdate(row.updated_at, ports.now()) })
      .where(eq(sites.id, row.id)),
    ...(typeof input?.["name"] === "string" ? learnWords(db, [input["name"]]) : []),
  ];
}

/** Statements for a batch: an alternative stands for the product that it names now, as when its owner saves it. */
async function meanProduct({ var: { db, ports } }: Context<AppEnv>, id: RecordId, named: NewAlternative) {
  const products = nameTargets([named], randomSuffix);
  const [known, taken] = await db.batch([...knownTargets(db, products)]);
  return [
    insertTargets(db, products, { known, taken, isLastTry: false, now: ports.now() }),
    run(db, sql`UPDATE alternatives SET target_id = ${targetOf(sql`${targetKey(named.name)}`)} WHERE id = ${id}`),
  ];
}

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
    site: text("Site", sql`(SELECT slug FROM sites WHERE sites.id = ${alternatives.siteId})`, {
      sort: { column: sites.slug, through: alternatives.siteId },
    }),
    product: text("Product", sql`(SELECT name FROM targets WHERE targets.id = ${alternatives.targetId})`, {
      sort: { column: targets.nameKey, through: alternatives.targetId },
    }),
  },
  search: {
    columns: [
      [{ column: targets.nameKey, through: alternatives.targetId }, targetKey],
      [{ column: sites.nameKey, through: alternatives.siteId }, nameKey],
    ],
    hint: "Beginning of the product's or the site's name",
  },
  rules: z.extend(alternativeForm, { description: siteDescription }),
  // What staff give need not wait for them.
  toColumns: ({ name, link, description }) => ({
    name,
    ...(typeof link === "string" && { link, host: hostOf(link), isWaiting: false }),
    description,
  }),
  async also(c, { id, before, input }) {
    const statements = await changeSite(c, String(before["site"]), input);
    const name = input["name"];
    if (typeof name !== "string") return statements;
    return [...statements, ...(await meanProduct(c, id, { name, link: String(input["link"] ?? before["link"]) }))];
  },
  deletableBy: "staff",
  async remove(c, id, audit) {
    const { db } = c.var;
    const record = await findRecord(db, alternative, String(id));
    if (!record) throw new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
    const statements = await changeSite(c, String(record["site"]));
    await db.batch([audit, ...statements, db.delete(alternatives).where(eq(alternatives.id, Number(id)))]);
  },
  purge: (ports, { site: slug }) => purgeSite(ports, String(slug)),
};

export const siteModels = [site, alternative, target, like];
