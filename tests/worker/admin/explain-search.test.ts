import { beforeEach, expect, test } from "vitest";
import type { ExplainedSearch } from "#schema/search/explained.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import { RULES } from "#worker/features/search/points.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { logInNew } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  await insertSite({ name: "Zulip", description: "Open-source", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Huddle", description: "Team chat for offices" });
});

const explain = async (q: string) => {
  const response = await staff.get(`/api/admin/search/?${new URLSearchParams({ q })}`);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  return response.json<ExplainedSearch>();
};

test("staff see how a search was read, and the points of each rule that puts a site in its list", async () => {
  const { product_needs: needs, ...explained } = await explain("open source slack alternative");
  expect(explained).toEqual({
    product: { name: "Slack", is_asked: true, is_found: true },
    needed: [],
    wishes: ["open source"],
    sites: [
      {
        place: 1,
        name: "Zulip",
        slug: "zulip",
        is_exact: true,
        sum: 5078,
        rules: [
          { rule: "replaces", says: RULES.replaces.says, points: 4998 },
          { rule: "wish", says: RULES.wish.says, points: 80 },
        ],
      },
      {
        place: 2,
        name: "Huddle",
        slug: "huddle",
        is_exact: false,
        sum: expect.any(Number),
        rules: [{ rule: "need", says: RULES.need.says, points: expect.any(Number) }],
      },
    ],
  });
  expect(needs).toContain("workplace chat");
  expect(needs).toHaveLength(10);
});

test("a site that only has the need is close, and one that replaces a product for it is behind it", async () => {
  const { product, needed, sites } = await explain("zebra team chat");
  expect(product).toEqual({ name: "zebra team chat", is_asked: false, is_found: false });
  expect(needed).toEqual([
    { words: "zebra", same: [], is_need: false },
    { words: "team chat", same: expect.arrayContaining(["workplace chat"]), is_need: true },
  ]);
  expect(needed[1]!.same).toHaveLength(10);
  expect(sites.map(({ name, is_exact, rules }) => [name, is_exact, rules.map(({ rule }) => rule)])).toEqual([
    ["Huddle", false, ["need"]],
    ["Zulip", false, ["serves"]],
  ]);
});

test("the sites have the order of the list, and only the first twenty are explained", async () => {
  await insertSites(Array.from({ length: 25 }, (_, index) => `Kiln ${index}`));
  const list = await (await staff.get("/api/saas/?q=kiln")).json<SitePage>();
  const { sites } = await explain("kiln");
  expect(sites).toHaveLength(20);
  const [first, explained] = [list.results, sites].map((all) => all.map(({ slug }) => slug));
  expect(explained!.slice(0, first!.length)).toEqual(first);
});
