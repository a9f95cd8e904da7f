import { isNotNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { alternativeForm, siteDescription, siteFields } from "#schema/sites/site-form.ts";
import { STANDINGS } from "#schema/sites/life.ts";
import { type Alternative, CATEGORY_LABELS, SITE_MESSAGES } from "#schema/sites/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { fold, nameKey } from "../../../names/keys.ts";
import { endPayments } from "../../payments/end-payments.ts";
import { hasRunning, isPaidFor, isRunning } from "../../payments/queries.ts";
import { openPayments } from "../../payments/parts.ts";
import { stopForbidden } from "../../payments/stop-forbidden.ts";
import { ownerOf } from "../../sites/rows/audited.ts";
import { changeListing } from "../../sites/save/change.ts";
import { FIELD_NAMES, FIELDS } from "../../sites/rows/fields.ts";
import { findEditableSite } from "../../sites/read/owner-sites.ts";
import { liveMail } from "../../sites/save/mails.ts";
import { removeSite } from "../../sites/save/remove.ts";
import { bareUrl, productKey } from "../../../names/products.ts";
import { unsentMailField } from "../unsent-mail.ts";
import { approvalMail, refusalMail } from "../mails.ts";
import {
  type ChangeBatch,
  type RecordChange,
  choice,
  date,
  dateOrNull,
  facts,
  fieldOf,
  longText,
  type Model,
  number,
  reasonText,
  text,
} from "../model.ts";
import { like } from "./likes.ts";
import { product } from "./products.ts";

const APP = { app: "sites", appName: "Sites" };
const SITE = { ...APP, name: "site", table: sites, key: sites.id, person: "owner" };

const REVIEWS = { active: "Active", pending: "Pending", suspended: "Hidden (owner suspended)" };

const HIDING = "Pending hides it, ends a paid place at once and refunds the days that are left.";

const REFUSAL = "The listing stays hidden until its owner has changed it and you approve it.";
const STANDING_CHOICES = { checked: "As checks say", open: "Open", may_be_closed: "May be closed", closed: "Closed" };
const STANDING =
  "A site that may be closed stands behind the others. The page of a closed one begins with alternatives. Open also says that a link which leads elsewhere is right.";

const staffMay = { editableBy: "staff" } as const;

const inForm = { hint: "To change it, open the site’s form." };

/** The fields that owners also edit. */
const { name, link, category, ...others } = {
  ...Object.fromEntries(FIELD_NAMES.map((field) => [field, fieldOf(field, FIELDS[field].column, staffMay)])),
  name: text("Name", sites.name, { sort: sites.nameKey, ...staffMay }),
  link: text("Link", sites.link, { sort: sites.linkKey, ...staffMay }),
  category: choice("Category", sites.category, CATEGORY_LABELS, staffMay),
  facts: facts("Facts", sites.facts, inForm),
  fact_sources: facts("Sources of facts", sites.factSources, inForm),
  facts_checked_at: text("Facts checked on", sites.factsCheckedAt, inForm),
};

const siteRules = z.extend(siteFields, {
  review: z.enum(["active", "pending"], "Please choose Active or Pending."),
  refusal: z.nullable(reasonText),
  granted_until: dateOrNull,
  standing_by_staff: z.enum(["checked", ...STANDINGS], "Please choose a standing."),
});

const site: Model = {
  ...SITE,
  verboseName: "Site",
  verboseNamePlural: "Sites",
  fields: {
    // Tables show the first eight fields.
    name,
    review: choice("Review", sites.review, REVIEWS, { ...staffMay, hint: HIDING }),
    link,
    category,
    owner: text("Owner", sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${sites.ownerId})`),
    slug: text("Slug", sites.slug, { sort: sites.slug }),
    like_count: number("Likes", sites.likeCount),
    created_at: date("Listed", sites.createdAt),
    review_note: longText("Reason for review", sites.reviewNote),
    refusal: longText("Reason for refusal (emailed to owner)", sites.refusal, { ...staffMay, hint: REFUSAL }),
    ...others,
    standing_by_staff: choice("Standing", sites.standingByStaff, STANDING_CHOICES, { ...staffMay, hint: STANDING }),
    alive_state: text("State of the link", sites.aliveState),
    checked_at: date("Link checked", sites.checkedAt),
    moved_to: text("Link leads to", sites.movedTo),
    granted_until: date("Featured by staff until", sites.grantedUntil, staffMay),
    featured_until: date("Featured until", sites.featuredUntil),
    paid_until: date(
      "Paid until",
      sql`(SELECT max(${subscriptions.periodEnd}) FROM ${subscriptions}
        WHERE ${subscriptions.siteId} = ${sites.id} AND ${isRunning}
          AND ${subscriptions.featuredUntil} IS NOT NULL AND ${subscriptions.unpaidCents} IS NULL)`,
    ),
    ...unsentMailField(SITE),
    live_since: date("Live since", sites.liveSince),
    updated_at: date("Changed", sites.updatedAt),
  },
  search: {
    columns: [
      [sites.nameKey, nameKey],
      [sites.slug, fold],
      [sites.linkKey, bareUrl],
    ],
    hint: "Beginning of a name, slug or link",
  },
  filters: {
    pending: {
      label: "Pending review",
      where: sql`${sites.review} = 'pending' AND ${sites.refusal} IS NULL`,
      pendingWorkLabel: "Listings to review",
    },
    refused: { label: "Refused", where: sql`${sites.review} = 'pending' AND ${sites.refusal} IS NOT NULL` },
    // Owners decide about their own.
    moved: {
      label: "Moved",
      where: sql`${sites.movedTo} IS NOT NULL AND ${sites.ownerId} IS NULL AND ${sites.standingByStaff} = 'checked' AND ${sites.review} = 'active'`,
      pendingWorkLabel: "Sites that moved",
    },
    past: { label: "Closed, or may be", where: sql`${sites.standing} <> 'open'` },
    featured: { label: "Featured now or before", where: isNotNull(sites.featuredUntil) },
  },
  rules: siteRules,
  async prepare(_, { before, input }) {
    // A refused listing becomes pending. An approval clears the refusal.
    if (input["refusal"]) return { ...input, review: "pending" };
    return isApproval({ before, input }) ? { ...input, refusal: null } : input;
  },
  save({ var: { db, ports, user } }, { id, before, input }, { also, answer }) {
    // `rules` validated the input, so it has these types.
    const {
      granted_until: granted,
      standing_by_staff: standingByStaff,
      review,
      refusal,
      ...fields
    } = input as Partial<z.output<typeof siteRules>>;
    return changeListing(db, {
      actor: user,
      id: Number(id),
      patch: {
        ...fields,
        review,
        refusal,
        standingByStaff,
        grantedUntil: typeof granted === "string" ? Date.parse(granted) : granted,
      },
      seenVersion: Date.parse(String(before["updated_at"])),
      now: ports.now(),
      also: () => also,
      answer,
    });
  },
  async composeMail({ var: { db, config } }, { id, before, input }) {
    const { refusal } = input;
    const [to, called] = [String(before["owner"]), String(input["name"] ?? before["name"])];
    const isApproved = isApproval({ before, input });
    const wasPaid = input["review"] === "pending" && (await hasRunning(db, { siteId: Number(id) }));
    if (!before["owner"] || !(refusal || isApproved || wasPaid)) return undefined;
    if (isApproved) {
      const listing = { to, name: called, slug: String(before["slug"]) };
      return before["live_since"] === null
        ? liveMail(config, { ...listing, isApproved: true })
        : approvalMail(config, listing);
    }
    return refusalMail(config, { to, name: called, reason: String(refusal ?? ""), wasPaid });
  },
  async afterSave(c, { id, input }) {
    const parts = input["review"] === "pending" ? await openPayments(c) : undefined;
    // `composeMail` tells the owner.
    if (parts) await stopForbidden({ ...parts, config: null }, Number(id));
  },
  deletableBy: "staff",
  async remove(c, id, audit, reason) {
    const { db, user, ports } = c.var;
    const which = { siteId: Number(id) };
    const listing = await findEditableSite(db, user, { id: which.siteId });
    const wasPaid = await endPayments(c, which, "unused");
    const removal = { isPaidFor: isPaidFor(which, ports.now()), also: [audit], why: { reason, wasPaid } };
    if (!(await removeSite(c, listing, removal))) throw new AppError("conflict", SITE_MESSAGES.versionConflict);
  },
};

const isApproval = ({ before, input }: Pick<RecordChange, "before" | "input">) =>
  input["review"] === "active" && before["review"] !== "active";

const alternativeRules = z.extend(alternativeForm, { description: siteDescription });

const alternative: Model = {
  ...APP,
  name: "alternative",
  verboseName: "Alternative",
  verboseNamePlural: "Alternatives",
  table: alternatives,
  key: alternatives.id,
  person: ownerOf(alternatives.siteId),
  fields: {
    name: text("Name", alternatives.name, staffMay),
    link: text("Link", alternatives.link, staffMay),
    description: text("Description", alternatives.description, staffMay),
    pair: facts("How the site replaces it", alternatives.pair, inForm),
    pair_changed_at: date("Said on", alternatives.pairChangedAt),
    site: text("Site", sql`(SELECT ${sites.slug} FROM ${sites} WHERE ${sites.id} = ${alternatives.siteId})`, {
      sort: { column: sites.slug, foreignKey: alternatives.siteId, id: sites.id },
    }),
    product: text(
      "Product",
      sql`(SELECT ${products.name} FROM ${products} WHERE ${products.id} = ${alternatives.productId})`,
      { sort: { column: products.nameKey, foreignKey: alternatives.productId, id: products.id } },
    ),
  },
  search: {
    columns: [
      [{ column: products.nameKey, foreignKey: alternatives.productId, id: products.id }, productKey],
      [{ column: sites.nameKey, foreignKey: alternatives.siteId, id: sites.id }, nameKey],
    ],
    hint: "Beginning of the product's or the site's name",
  },
  rules: alternativeRules,
  save({ var: parts }, { id, input }, batch) {
    // `rules` validated the input, so it has these types.
    const given = input as Partial<z.output<typeof alternativeRules>>;
    return saveAlternative(parts, Number(id), (listed) => [{ ...listed, ...given }], batch);
  },
  deletableBy: "staff",
  async remove({ var: parts }, id, audit) {
    const answer = parts.db
      .select({ id: alternatives.id })
      .from(alternatives)
      .where(sql`false`);
    await saveAlternative(parts, Number(id), () => [], { also: [audit], answer });
  },
};

/** Saves the alternative's site, as its owner would. `change` returns what replaces the alternative. */
async function saveAlternative<T>(
  { db, ports, user }: Pick<AppEnv["Variables"], "db" | "ports" | "user">,
  id: number,
  change: (listed: Alternative) => Alternative[],
  { also, answer }: ChangeBatch<T>,
): Promise<T> {
  const listing = await findEditableSite(db, user, { alternativeId: id });
  return changeListing(db, {
    actor: user,
    id: listing.id,
    patch: { alternatives: listing.alternatives.flatMap((listed) => (listed.id === id ? change(listed) : [listed])) },
    seenVersion: listing.updatedAt,
    now: ports.now(),
    also: () => also,
    answer,
  });
}

export const siteModels = [site, alternative, product, like];
