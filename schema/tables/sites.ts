import { desc, sql } from "drizzle-orm";
import { index, integer, primaryKey, type SQLiteColumn, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Facts, FactSources } from "#schema/facts/facts.ts";
import { ALIVE_STATES, STANDINGS } from "#schema/sites/life.ts";
import { PROOF_METHODS } from "#schema/sites/proof.ts";
import { CATEGORIES, type Pair } from "#schema/sites/sites.ts";
import { users } from "./accounts.ts";

// Triggers in migrations/0001_derived.sql update counters, search indexes and deleted_slugs.

/** SQL: 1 if the source code is archived, or the site may be closed or is closed, else 0. */
export const pastIn = ({ facts, standing }: Record<"facts" | "standing", SQLiteColumn>) =>
  sql<number>`(${facts} ->> 'archived' IS TRUE OR ${standing} <> 'open')`;

/**
 * Listed sites, inserted by POST /api/sites/ and `npm run import`. Ids only grow (AUTOINCREMENT). So "newest first" is
 * "highest id first", and lists paginate along an index without sorting: what is past after the living.
 */
export const sites = sqliteTable(
  "sites",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Made from the site's first name. It never changes, so that links do not break. */
    slug: text().notNull().unique(),
    /** Null for a site that was imported without an owner. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** `nameKey(name)`, for exact matches in the search. */
    nameKey: text("name_key").notNull(),
    link: text().notNull(),
    /** `linkKey(link)`: equal for different spellings of one URL. */
    linkKey: text("link_key").notNull(),
    /** `pageKey(link)`: equal for URLs that most likely lead to the same page. */
    pageKey: text("page_key").notNull().default(""),
    /** Host of the link without `www.`. The Worker fetches favicons of these hosts and of `products.domain` only. */
    host: text().notNull(),
    description: text().notNull().default(""),
    category: text({ enum: CATEGORIES }).notNull(),
    /** What is known of the site, as a JSON object. In this row, because lists show and filter by it. */
    facts: text({ mode: "json" }).$type<Facts>().notNull().default({}),
    /** Where facts are stated. */
    factSources: text("fact_sources", { mode: "json" }).$type<FactSources>().notNull().default({}),
    /** The day in UTC, `2026-08-21`, on which somebody checked the facts. */
    factsCheckedAt: text("facts_checked_at"),
    /** `countFacts(facts)`, for the order "most complete". */
    factCount: integer("fact_count").notNull().default(0),
    /**
     * Visitors see `active` sites only; `pending` ones wait for review by staff. Triggers turn the active sites of a
     * suspended owner to `suspended`, and back when the suspension ends.
     */
    review: text({ enum: ["active", "pending", "suspended"] })
      .notNull()
      .default("active"),
    /** When visitors could see the site for the first time. Its owner gets one mail about it. */
    liveSince: integer("live_since"),
    /** For staff: why the site waits for review. */
    reviewNote: text("review_note"),
    /** For the owner: why staff refused the site. */
    refusal: text(),
    /** The latest of `granted_until` and `covered_until` of the site's subscriptions. Only triggers write it. */
    featuredUntil: integer("featured_until"),
    /** Granted by staff, without payment. */
    grantedUntil: integer("granted_until"),
    /** Triggers update it. */
    likeCount: integer("like_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    // What checks of the link found: worker/features/life/. They do not change `updated_at`.
    aliveState: text("alive_state", { enum: ALIVE_STATES }).notNull().default("unknown"),
    /** Unix ms of the check that found the state first. From one failure to the next one, it stays. */
    aliveSince: integer("alive_since"),
    checkedAt: integer("checked_at"),
    /** Unix ms of the check that first found the source code archived. */
    archivedSince: integer("archived_since"),
    /** Unix ms of the next check. */
    checkDueAt: integer("check_due_at").notNull().default(0),
    /** Where the link leads to for good, if that is another host. */
    movedTo: text("moved_to"),
    /** `standingOf` these columns, the facts and what staff say. */
    standing: text({ enum: STANDINGS }).notNull().default("open"),
    /** What staff say, unless they leave it to the checks. */
    standingByStaff: text("standing_by_staff", { enum: [...STANDINGS, "checked"] })
      .notNull()
      .default("checked"),
    /** How the owner proved that the site is theirs, and since when. */
    verifiedBy: text("verified_by", { enum: PROOF_METHODS }),
    verifiedSince: integer("verified_since"),
    /** Failed checks of the proof since the last good one. */
    proofFailures: integer("proof_failures").notNull().default(0),
  },
  (table) => {
    const active = sql`${table.review} = 'active'`;
    const past = pastIn(table);
    return [
      index("sites_active").on(table.id).where(active),
      index("sites_listed").on(past, table.id).where(active),
      index("sites_listed_by_category").on(table.category, past, table.id).where(active),
      index("sites_listed_by_likes").on(past, table.likeCount, table.id).where(active),
      index("sites_listed_by_category_and_likes").on(table.category, past, table.likeCount, table.id).where(active),
      index("sites_pending")
        .on(table.id)
        .where(sql`${table.review} = 'pending'`),
      index("sites_featured")
        .on(table.featuredUntil)
        .where(sql`${table.featuredUntil} IS NOT NULL`),
      index("sites_by_owner").on(table.ownerId, table.id),
      // An owner cannot list the same link twice, even with simultaneous requests.
      uniqueIndex("sites_one_link_an_owner").on(table.ownerId, table.linkKey),
      index("sites_by_name").on(table.nameKey),
      index("sites_by_link").on(table.linkKey),
      index("sites_active_by_page").on(table.pageKey).where(active),
      // For what was added and checked this week.
      index("sites_active_by_start").on(table.liveSince).where(active),
      index("sites_active_by_check").on(table.factsCheckedAt).where(active),
      index("sites_by_host").on(table.host),
      index("sites_to_check").on(table.checkDueAt, desc(table.id)).where(active),
      index("sites_moved")
        .on(table.id)
        .where(sql`${table.movedTo} IS NOT NULL`),
      index("sites_past")
        .on(table.id)
        .where(sql`${table.standing} <> 'open'`),
    ];
  },
);

/** Not a column of `sites`, so that lists never read articles. */
export const articles = sqliteTable("articles", {
  siteId: integer("site_id")
    .primaryKey()
    .references(() => sites.id, { onDelete: "cascade" }),
  /** Sanitized Editor.js document as JSON. */
  content: text().notNull(),
});

/**
 * Products: popular software that sites are alternatives to. Saving a site inserts the products that it names. Cron
 * deletes products that no site names, unless staff set their link or wrote about them, or they have aliases or former
 * slugs.
 */
export const products = sqliteTable(
  "products",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** `productKey(name)`: equal for "Slack", "slack " and "https://slack.com/". */
    nameKey: text("name_key").notNull().unique(),
    /**
     * From the site that named the product first, or from staff. Pages show `productLink`
     * (worker/features/products/links.ts).
     */
    link: text().notNull(),
    /** True if staff set the link. Then the links that owners give are ignored. */
    isLinkFixed: integer("is_link_fixed", { mode: "boolean" }).notNull().default(false),
    /** `linkKey(link)`, which suggestions search. */
    linkKey: text("link_key").notNull(),
    /** Host of the link without `www.`. */
    domain: text().notNull(),
    /** Active sites that name the product. Triggers update it. */
    siteCount: integer("site_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    // What staff write for the product's page.
    /** What the product is. */
    about: text().notNull().default(""),
    /** Why people leave it. One reason a line. */
    whyLeave: text("why_leave").notNull().default(""),
    /** How people get their data out: formats with commas, one step a line, and a web address. */
    exportFormats: text("export_formats").notNull().default(""),
    exportSteps: text("export_steps").notNull().default(""),
    exportLink: text("export_link").notNull().default(""),
    /** Unix ms of the last change of these three. */
    exportChangedAt: integer("export_changed_at"),
    /** "Choose A if …": lines of a site's slug, a colon and a text. */
    choices: text().notNull().default(""),
    /** Who wrote `choices`, as pages show it. */
    choicesBy: text("choices_by").notNull().default(""),
    /** Unix ms of the last change of `choices`. */
    choicesChangedAt: integer("choices_changed_at"),
  },
  (table) => [
    index("products_by_site_count").on(desc(table.siteCount), table.id),
    index("products_listed")
      .on(table.nameKey)
      .where(sql`${table.siteCount} > 0`),
    index("products_by_domain").on(table.domain),
    index("products_by_link").on(table.linkKey),
  ],
);

/** Other names of products: those of merged products, former ones, and those that staff added. */
export const productAliases = sqliteTable(
  "product_aliases",
  {
    /** `productKey(name)`. It is never also the `nameKey` of a row in `products`. */
    nameKey: text("name_key").primaryKey(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [index("product_aliases_by_product").on(table.productId)],
);

/** Former slugs of products, after a rename or a merge. Their pages redirect to the current ones. */
export const productMoves = sqliteTable(
  "product_moves",
  {
    slug: text().primaryKey(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [index("product_moves_by_product").on(table.productId)],
);

/** The products that a site names, with name, link and description as the owner wrote them. */
export const alternatives = sqliteTable(
  "alternatives",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    link: text().notNull(),
    /** Host of the link without `www.`. */
    host: text().notNull().default(""),
    /**
     * True if the link waits for review by staff, because its host was new for a product that several sites name. It
     * then has no vote in `productLink`, unless it has the host of `products.link`.
     */
    isWaiting: integer("is_waiting", { mode: "boolean" }).notNull().default(false),
    description: text().notNull().default(""),
    /** How the site replaces the product, if its owner said so. */
    pair: text({ mode: "json" }).$type<Pair>(),
    /** Unix ms of the last change of `pair`. */
    pairChangedAt: integer("pair_changed_at"),
    /** From 0. */
    position: integer().notNull(),
  },
  (table) => [
    index("alternatives_by_site").on(table.siteId, table.position),
    uniqueIndex("alternatives_by_product").on(table.productId, table.siteId),
    index("alternatives_by_host")
      .on(table.productId, table.host)
      .where(sql`NOT ${table.isWaiting}`),
    index("alternatives_waiting")
      .on(table.productId)
      .where(sql`${table.isWaiting}`),
  ],
);

export const likes = sqliteTable(
  "likes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.siteId] }), index("likes_by_site").on(table.siteId)],
);

/** Slugs of deleted sites, inserted by a trigger. Their URLs respond with 410, and no new site gets the slug. */
export const deletedSlugs = sqliteTable("deleted_slugs", { slug: text().primaryKey() });

/**
 * Totals, so that no request counts rows: active sites of a category (`sites.{category}`), products with active sites
 * (`products`), rows of a table (`rows.{table}`). Triggers update them. `published` only grows: it counts how often a
 * site became active. `stripe.readings` numbers the reads from Stripe.
 */
export const counters = sqliteTable("counters", {
  name: text().primaryKey(),
  value: integer().notNull(),
});
