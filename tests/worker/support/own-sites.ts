import { expect } from "vitest";
import type { EditableSite } from "#schema/sites/sites.ts";
import type { Overrides } from "./app.ts";
import type { Browser } from "./browser.ts";

export const documentOf = (...texts: string[]) => ({
  blocks: texts.map((text) => ({ type: "paragraph", data: { text } })),
});

/** Returns the request body of a new, valid site, as the form sends it. */
export const siteBody = (overrides: object = {}) => ({
  name: "Mattermost",
  link: "https://mattermost.com/",
  description: "Secure chat",
  category: "communication",
  alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  blog: { content: JSON.stringify(documentOf("Why it is good")) },
  ...overrides,
});

export async function listSite(browser: Browser, fields: object = {}, overrides?: Overrides): Promise<EditableSite> {
  const response = await browser.post("/api/sites/", siteBody(fields), overrides);
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json<EditableSite>();
}

export const editBody = (site: EditableSite, overrides: object = {}) => ({ ...site, ...overrides });
