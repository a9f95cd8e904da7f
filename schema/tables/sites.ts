import { desc, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CATEGORIES } from "#schema/sites.ts";
import { users } from "./accounts.ts";

// Counters, the search index and deleted_slugs are kept by triggers: migrations/0001_derived.sql.

/**
 * Listed sites. Ids only ever grow (AUTOINCREMENT), so "newest first" is "highest id first" and every list pages
 * along an index without sorting.
 */
export const sites = sqliteTable(
  "sites",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Made from the first name and never changed, so links do not break. */
    slug: text().notNull().unique(),
    /** Empty for listings that were imported without an owner. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** `nameKey(name)`: what an exact match in the search compares. */
    nameKey: text("name_key").notNull(),
    link: text().notNull(),
    /** `linkKey(link)`: two spellings of one address are equal here. */
    linkKey: text("link_key").notNull(),
    /** `pageKey(link)`: links that lead to one page are equal here. What is older than the column gets it by its next save. */
    pageKey: text("page_key").notNull().default(""),
    /** Host of the link without `www.`; the hosts whose favicon may be fetched. */
    host: text().notNull(),
    description: text().notNull().default(""),
    category: text({ enum: CATEGORIES }).notNull(),
    /**
     * `active` is what everybody sees. `suspended` is what was active when its owner was suspended; triggers set it, and
     * take it back when the suspension ends.
     */
    review: text({ enum: ["active", "pending", "suspended"] })
      .notNull()
      .default("active"),
    /** Why the listing waits for review, for staff. */
    reviewNote: text("review_note"),
    /** Why staff refused the listing, for its owner. */
    refusal: text(),
    /**
     * The listing is featured while this lies ahead; nothing else makes it so. Triggers keep it: the later of what was
     * paid (and a grace while a renewal is due) and what staff granted.
     */
    featuredUntil: integer("featured_until"),
    /** Featured by staff, not by payment. */
    grantedUntil: integer("granted_until"),
    likeCount: integer("like_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => {
    const active = sql`${table.review} = 'active'`;
    return [
      index("sites_active").on(table.id).where(active),
      index("sites_active_by_category").on(table.category, table.id).where(active),
      index("sites_active_by_likes").on(table.likeCount, table.id).where(active),
      index("sites_active_by_category_and_likes").on(table.category, table.likeCount, table.id).where(active),
      index("sites_pending")
        .on(table.id)
        .where(sql`${table.review} = 'pending'`),
      index("sites_featured")
        .on(table.featuredUntil)
        .where(sql`${table.featuredUntil} IS NOT NULL`),
      index("sites_by_owner").on(table.ownerId, table.id),
      // Whatever comes at once, an owner lists a link once.
      uniqueIndex("sites_one_link_an_owner").on(table.ownerId, table.linkKey),
      index("sites_by_name").on(table.nameKey),
      index("sites_by_link").on(table.linkKey),
      index("sites_active_by_page").on(table.pageKey).where(active),
      index("sites_by_host").on(table.host),
    ];
  },
);

/** The article of a site, apart from its row so that lists never read it. */
export const articles = sqliteTable("articles", {
  siteId: integer("site_id")
    .primaryKey()
    .references(() => sites.id, { onDelete: "cascade" }),
  /** Cleaned Editor.js document as JSON. */
  content: text().notNull(),
});

/** Popular software that sites name themselves an alternative to: one row a product, however people spell it. */
export const targets = sqliteTable(
  "targets",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** `targetKey(name)`: "Slack", "slack " and "https://slack.com/" are equal here. */
    nameKey: text("name_key").notNull().unique(),
    /** As the first listing gave it, or as staff did. */
    link: text().notNull(),
    /** Staff gave the link, so no listing decides over it. */
    isLinkFixed: integer("is_link_fixed", { mode: "boolean" }).notNull().default(false),
    /** `linkKey(link)`: what suggestions look through. */
    linkKey: text("link_key").notNull(),
    /** Host of the link without `www.`; the hosts whose favicon may be fetched. */
    domain: text().notNull(),
    /** Active sites that name it; kept by triggers. */
    siteCount: integer("site_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("targets_by_site_count").on(desc(table.siteCount), table.id),
    index("targets_by_domain").on(table.domain),
    index("targets_by_link").on(table.linkKey),
  ],
);

/** Other names of a product: those of products that staff merged into it, and its own from before it was renamed. */
export const targetAliases = sqliteTable(
  "target_aliases",
  {
    /** `targetKey(name)`; never one that a row of `targets` has. */
    nameKey: text("name_key").primaryKey(),
    targetId: integer("target_id")
      .notNull()
      .references(() => targets.id, { onDelete: "cascade" }),
  },
  (table) => [index("target_aliases_by_target").on(table.targetId)],
);

/** Former addresses of a product: they lead to the one it has. */
export const targetMoves = sqliteTable(
  "target_moves",
  {
    slug: text().primaryKey(),
    targetId: integer("target_id")
      .notNull()
      .references(() => targets.id, { onDelete: "cascade" }),
  },
  (table) => [index("target_moves_by_target").on(table.targetId)],
);

/** What a site says it replaces, in its owner's words, and the product that this means. */
export const alternatives = sqliteTable(
  "alternatives",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    targetId: integer("target_id")
      .notNull()
      .references(() => targets.id),
    name: text().notNull(),
    link: text().notNull(),
    /** Host of the link without `www.`. */
    host: text().notNull().default(""),
    /** Whether the link counts for nothing until staff have set the product's: its host was new to a product that several sites name. */
    isWaiting: integer("is_waiting", { mode: "boolean" }).notNull().default(false),
    description: text().notNull().default(""),
    /** Order within the site, from 0. */
    position: integer().notNull(),
  },
  (table) => [
    index("alternatives_by_site").on(table.siteId, table.position),
    uniqueIndex("alternatives_by_target").on(table.targetId, table.siteId),
    index("alternatives_by_host")
      .on(table.targetId, table.host)
      .where(sql`NOT ${table.isWaiting}`),
    index("alternatives_waiting")
      .on(table.targetId)
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

/** Slugs of deleted sites: they answer 410 and are never given away again. */
export const deletedSlugs = sqliteTable("deleted_slugs", { slug: text().primaryKey() });

/** Totals that lists show, so that no request counts rows: `sites.{category}`, `targets` and `rows.{table}`. */
export const counters = sqliteTable("counters", {
  name: text().primaryKey(),
  value: integer().notNull(),
});
