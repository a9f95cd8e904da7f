import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { importLines } from "#worker/features/sites/import/import.ts";
import { connect } from "#worker/db/connection.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

const at = (path: string) => ({ link: `https://app.example${path}` });

const SPELLINGS = [
  ["/?ref=x", "/"],
  ["/?a=1", "/?b=1"],
  ["/#/", "/"],
  ["/", "/?a=1#b"],
  ["/", ":8443/"],
  ["/", "/index.html"],
  ["/", "//"],
  ["/", "/;"],
  ["/", "/;jsessionid=1?a"],
  ["/", "/Default.aspx"],
  ["/tool", "/tool/index.html"],
  ["/tool", "/tool.php"],
  ["/tool", "/tool;a=b/"],
  ["/tool", "/x/%2e%2e/Tool"],
  ["/~x", "/%7Ex"],
  ["/a", "//a"],
  ["/a/b", "/a%2Fb"],
  ["/a/b", "/a%5Cb"],
  ["/%ff", "/%FF"],
  ["/caf%C3%A9", "/café/"],
] as const;

test.each(SPELLINGS)("a page that is listed at %s makes %s wait, and the reverse", async (one, other) => {
  await insertSite(at(one));
  expect(await listSite(anna, at(other))).toMatchObject({ review: "pending" });
  await insertSite({ link: `https://second.example${other}` });
  expect(await listSite(anna, { link: `https://second.example${one}` })).toMatchObject({ review: "pending" });
});

test.each([
  ["/a", "/b"],
  ["/a", "/"],
  ["/a/b", "/a-b"],
  ["/indexes", "/"],
  ["/%ff", "/%fe"],
])("%s and %s are different pages", async (one, other) => {
  await insertSite(at(one));
  expect(await listSite(anna, at(other))).toMatchObject({ review: "active" });
});

test("apps of one store are distinguished only by the store's id parameter", async () => {
  const app = (query: string) => ({ link: `https://play.google.com/store/apps/details?${query}` });
  await insertSite(app("id=org.example.one"));
  expect(await listSite(anna, app("id=org.example.two&hl=de"))).toMatchObject({ review: "active" });
  expect(await listSite(anna, app("hl=de&id=org.example.one"))).toMatchObject({ review: "pending" });
});

test("a change to another spelling of a listed page waits; another spelling of the own page does not", async () => {
  await insertSite(at("/?utm_source=x"));
  const site = await listSite(anna, { link: "https://anna.example/" });
  const put = async (link: string) =>
    (await anna.put(`/api/sites/${site.id}/`, editBody(site, { link, updated_at: undefined }))).json();
  expect(await put("https://anna.example:8443/index.html")).toMatchObject({ review: "active" });
  expect(await put("https://app.example/")).toMatchObject({ review: "pending" });
  await env.DB.prepare("UPDATE sites SET review = 'active' WHERE id = ?").bind(site.id).run();
  expect(await put("https://app.example/?b#c"), "staff have looked at it").toMatchObject({ review: "active" });
});

test("links that staff changed and links of imported sites count as listed", async () => {
  await insertUser({ email: BERT, isStaff: true });
  const staff = await logIn(BERT);
  const { id } = await insertSite({ link: "https://old.example/" });
  expect((await staff.patch(`/api/sites/site/${id}/`, at("/moved?x"))).status).toBe(200);
  expect(await listSite(anna, at("/moved/index.html"))).toMatchObject({ review: "pending" });
  expect(await listSite(anna, { link: "https://old.example/?a" })).toMatchObject({ review: "active" });

  const line = { name: "Import", link: "https://imported.example/?ref=x", category: "communication" };
  const lines = (async function* () {
    yield JSON.stringify(line);
  })();
  const { added } = await importLines(connect(env.DB), lines, { onBadLine() {}, onProgress() {} });
  expect(added).toBe(1);
  expect(await listSite(anna, { link: "https://imported.example/" })).toMatchObject({ review: "pending" });
});

test("an owner can list several URLs of one own page, as new sites and by a change", async () => {
  expect(await listSite(anna, at("/?app=one"))).toMatchObject({ review: "active" });
  expect(await listSite(anna, at("/?app=two"))).toMatchObject({ review: "active" });
  const third = await listSite(anna, at("/elsewhere"));
  const response = await anna.put(`/api/sites/${third.id}/`, editBody(third, at("/?app=three")));
  expect(await response.json()).toMatchObject({ review: "active" });
});
