import { env } from "cloudflare:workers";
import { ALTERNATIVES_PER_PAGE } from "#schema/sites/sites.ts";
import { beforeEach, expect, test } from "vitest";
import { PRIVATE_SCREENS } from "#web/private-screens/screens.ts";
import { searchWatchRoutes, signInRoutes } from "#web/routes.tsx";
import { request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";

const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const names = (count: number) => Array.from({ length: count }, (_, index) => `Site ${index + 1}`);

const SCREENS = [...signInRoutes, ...searchWatchRoutes, ...Object.values(PRIVATE_SCREENS)].map(({ path }) =>
  path!.replace(/:\w+/, "7"),
);

test.each([...SCREENS, "/login?next=%2Fdashboard", "/sites/create?link=x"])(
  "%s is a document with a title that search engines must not index",
  async (path) => {
    const page = await (await request(path)).text();
    expect(titleOf(page)).toMatch(new RegExp(`^\\S.{3,} – ${env.SITE_NAME}$`));
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).toContain('<meta name="robots" content="noindex"/>');
  },
);

test("documents of different screens have different titles", async () => {
  const distinct = SCREENS.filter((path) => path !== "/blog/create");
  const titles = await Promise.all(distinct.map(async (path) => titleOf(await (await request(path)).text())));
  expect(new Set(titles).size).toBe(distinct.length);
});

beforeEach(async () => {
  await insertSites(names(7), { category: "communication" });
  await insertSites(names(ALTERNATIVES_PER_PAGE + 1), { alternatives: [{ name: "Slack" }] });
  for (let count = 0; count < 7; count += 1) await insertPost();
});

test.each(["/categories/communication", "/alternatives/slack", "/blogs"])(
  "%s responds with 404 behind the last page, is not cached and links to the first page",
  async (path) => {
    expect((await request(`${path}?page=2`)).status).toBe(200);
    for (const page of ["3", "999", "9".repeat(40)]) {
      const response = await request(`${path}?page=${page}`);
      expect(response.status, page).toBe(404);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      const html = await response.text();
      expect(html).toMatch(new RegExp(`href="${path}"[^>]*>Go to the first page`));
    }
  },
);

test("an empty list has only a first page", async () => {
  await insertSite({ category: "finance", review: "pending" });
  await env.DB.exec("DELETE FROM blog_posts");
  for (const path of ["/categories/finance", "/blogs"]) {
    expect((await request(path)).status, path).toBe(200);
    expect((await request(`${path}?page=2`)).status, path).toBe(404);
  }
});
