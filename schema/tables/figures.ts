import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Mark, Place } from "../sites/figures.ts";

/** Days in UTC (`2026-11-29`) whose beacons are not added up yet. */
export const openDays = sqliteTable("open_days", {
  day: text().primaryKey(),
  /** Random. With it, one visitor is recognized within the day. It is deleted when the day is added up. */
  salt: text().notNull(),
});

/** What one beacon said, as the queue carries it. Nothing in it names the visitor without the salt of the day. */
export type Seen = {
  /** Of the beacon: a message can arrive twice. */
  id: string;
  day: string;
  /** Unix ms. */
  at: number;
  /** Hashes of the browser at its address, of this address, and of its network. */
  who: string;
  address: string;
  net: string;
  /** It says itself that it is a program. */
  isRobot: boolean;
  /** Page views in it. */
  pages: number;
  /** "forged": the page cannot have sent it. */
  marks: [siteId: number, place: Place | "", mark: Mark | "forged"][];
};

/** A batch of the queue in each row. SQLite reads short JSON much faster, so the marks stand apart. */
export const beacons = sqliteTable("beacons", {
  id: integer().primaryKey(),
  day: text().notNull(),
  visitors: text({ mode: "json" }).$type<Omit<Seen, "marks">[]>().notNull(),
  marks: text({ mode: "json" }).$type<[...Seen["marks"][number], visitor: number][]>().notNull(),
});

/** People by place: shown, opened, visited. */
export type DayOfSite = {
  places: Partial<Record<Place, [shown: number, opened: number, visited: number]>>;
  robots: number;
  featured: 0 | 1;
};

/** D1 bills each row that is written, so twenty sites share the row of a day. */
export const SITES_OF_A_ROW = 20;

/** The numbers of each day that was added up. */
export const figures = sqliteTable(
  "figures",
  {
    /** `site id / 20`, rounded down. */
    part: integer().notNull(),
    day: text().notNull(),
    /** By the id of the site. */
    sites: text({ mode: "json" }).$type<Record<string, DayOfSite>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.day] })],
);
