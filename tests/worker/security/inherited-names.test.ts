import { expect, test } from "vitest";
import { FILTER_NAMES } from "#schema/facts/filters.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { insertUser, logIn, logInNew } from "../support/people.ts";

// Every object of JavaScript inherits these names. A look-up by a text of a request must not find them.
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"];

const PAGES = ["/", "/categories/communication", "/alternatives/slack", "/?q=chat", "/api/saas"];

test.each(PAGES)("the filters of %s find no inherited name", async (page) => {
  await insertSite({ category: "communication", alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  for (const name of NAMES) {
    const filters = new URLSearchParams(FILTER_NAMES.map((filter) => [filter, name]));
    const address = `${page}${page.includes("?") ? "&" : "?"}facets=1&${filters}`;
    expect((await request(address)).status, address).toBeLessThan(500);
  }
});

test("a product whose slug is an inherited name can be stated, counted and chosen", async () => {
  await insertUser();
  await insertSite({ alternatives: [{ name: "Constructor", link: "https://constructor.example/" }] });
  const anna = await logIn();
  await listSite(anna, { name: "Other chat", facts: { imports_from: ["constructor"] } });
  const { facets } = await (await request("/api/saas?q=chat&facets=1")).json<SitePage>();
  expect(facets!["imports_from"]).toEqual({ constructor: 1 });
  for (const page of PAGES) expect((await request(page)).status, page).toBe(200);
});

test("the admin has no filter or field with an inherited name", async () => {
  await insertSite({ id: 1 });
  const staff = await logInNew({ isStaff: true });
  for (const name of NAMES) {
    for (const query of [`filter=${name}`, `sort=${name}`, `sort=-${name}`])
      expect((await staff.get(`/api/get_model/sites/site/?${query}`)).status, query).toBe(400);
    expect((await staff.patch("/api/sites/site/1/", { [name]: 1 })).status, name).toBe(400);
  }
});
