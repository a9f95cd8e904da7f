import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { reports } from "#schema/tables/reports.ts";
import { sites } from "#schema/tables/sites.ts";
import { NOW, type Overrides } from "./app.ts";
import { Browser } from "./browser.ts";
import { insertSite } from "./factories.ts";
import { readResponse } from "./people.ts";

export const db = drizzle(env.DB);

export const SOURCE = "https://news.example/chat";
export const TEXT = "The page shows an error since June.";
export const REPORT = { reason: "dead", text: TEXT };

export const insertReported = (ownerId: number | null = null) =>
  insertSite({
    id: 1,
    name: "Mattermost",
    slug: "mattermost",
    link: "https://mattermost.com/",
    description: "Secure chat",
    category: "communication",
    ownerId,
    facts: { pricing: "paid", platforms: ["web"], stars: 5, source_code: "https://code.example/m" },
    fact_sources: { platforms: "https://mattermost.com/apps" },
    alternatives: [{ name: "Slack", link: "https://slack.com/" }, { name: "Teams" }],
  });

/** As if the owner had proved that the site is theirs. */
export const prove = () => db.update(sites).set({ verifiedBy: "dns", verifiedSince: NOW }).where(eq(sites.id, 1));

const sender =
  (path: string) =>
  async (body: unknown, browser = new Browser(), overrides: Overrides = {}) =>
    readResponse(await browser.post(path, body, overrides));

export const report = sender("/api/sites/1/reports/");
export const reportProduct = sender("/api/products/slack/reports/");
export const suggestProduct = async (changes: object, more: object = {}) =>
  sender("/api/products/slack/suggestions/")({ changes, source: SOURCE, ...more });
export const suggest = async (changes: unknown, more: object = {}, browser = new Browser()) =>
  sender("/api/sites/1/suggestions/")({ changes, source: SOURCE, ...more }, browser);

export const storedReports = () => db.select().from(reports).orderBy(reports.id);
export const storedSite = async () => (await db.select().from(sites).where(eq(sites.id, 1)))[0]!;
