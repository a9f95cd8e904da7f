import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { SwitchFields } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { NOW } from "./app.ts";
import { Browser } from "./browser.ts";
import { insertSite } from "./factories.ts";
import { insertUser, logIn, readResponse } from "./people.ts";

export const db = drizzle(env.DB);

export const FIELDS: SwitchFields = {
  still_using: "yes",
  team_size: "small",
  time_taken: "weeks",
  missing: ["Huddles"],
  better: ["Topics"],
  would_again: true,
  text: "We moved twelve people within two weeks, and nobody wants to go back.",
  moved: "2026-05",
};

/** Zulip, which replaces Slack and Teams. */
export const insertZulip = (ownerId: number | null = null) =>
  insertSite({
    id: 1,
    name: "Zulip",
    slug: "zulip",
    link: "https://zulip.com/",
    ownerId,
    alternatives: [{ name: "Slack" }, { name: "Teams" }],
  });

const OLD = { createdAt: NOW - 2 * DAY_MS };

/** Somebody whose account is old enough. */
export async function insertMover(email: string, columns: Partial<typeof users.$inferInsert> = {}): Promise<Browser> {
  await insertUser({ email, ...OLD, ...columns });
  return logIn(email);
}

type Pair = { site?: number | string; product?: string };
const pathOf = ({ site = 1, product = "slack" }: Pair = {}) => `/api/sites/${site}/switches/${product}/`;

export const answer = async (browser: Browser, changes: object = {}, pair?: Pair) =>
  readResponse(await browser.put(pathOf(pair), { ...FIELDS, ...changes }));
export const takeBack = async (browser: Browser, pair?: Pair) => (await browser.delete(pathOf(pair))).status;
export const listed = async (query = "", pair?: Pair) => readResponse(await new Browser().get(pathOf(pair) + query));
export const summary = async (query = "") => (await listed(query)).body["summary"];

export const storedSwitches = () => db.select().from(switches).orderBy(switches.id);

/** `count` shown answers of as many accounts, written into D1. */
export async function insertSwitches(
  count: number,
  {
    fields,
    ...columns
  }: Partial<Omit<typeof switches.$inferInsert, "fields">> & { fields?: Partial<SwitchFields> } = {},
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { id: userId } = await insertUser({ email: `mover-${crypto.randomUUID()}@example.com`, ...OLD });
    await db.insert(switches).values({
      userId,
      siteId: 1,
      productId: 1,
      fields: { ...FIELDS, ...fields },
      state: "shown",
      createdAt: NOW,
      updatedAt: NOW,
      ...columns,
    });
  }
}
