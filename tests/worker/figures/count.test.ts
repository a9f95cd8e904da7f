import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { fakes, NOW, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { addUp, cardsAt, db, deliverBeacons, figuresOf, see, send, type Visitor } from "../support/figures.ts";
import { ANNA, insertUser, logIn, readResponse } from "../support/people.ts";

const TODAY = "?from=2026-11-20&to=2026-11-20";
const anna: Visitor = { address: "192.0.2.1" };
const bert: Visitor = { address: "198.51.100.1" };
const NOTHING = { seen: {}, opened: {}, visited: {}, views: 0, visits: 0, likes: 0 };

/** Zulip, which is featured, and its owner. */
async function insertZulip(): Promise<Browser> {
  const { id: ownerId } = await insertUser({ email: ANNA });
  await insertSite({ id: 7, name: "Zulip", slug: "zulip", ownerId, featuredUntil: NOW + DAY_MS });
  return logIn();
}

/** Of today, after all beacons have arrived. */
async function counted(owner: Browser) {
  await deliverBeacons();
  const { totals, bots } = await figuresOf(owner, 7, TODAY);
  return { ...totals, bots };
}

test("people count once a day for each place, and a visit counts where the listing was opened", async () => {
  const owner = await insertZulip();
  const [home, page] = [await cardsAt("/"), await cardsAt("/zulip")];
  await see(anna, home, "shown 7", "shown 7 paid", "opened 7 paid");
  await see(anna, page, "opened 7", "visited 7");
  await see(anna, page, "opened 7", "visited 7");
  await see(bert, page, "opened 7");
  await see({ ...bert, agent: "Another browser" }, page, "opened 7 badge");
  await deliverBeacons();
  const totals = {
    seen: { featured: 1, list: 1 },
    opened: { badge: 1, featured: 1, page: 1 },
    visited: { featured: 1 },
    views: 3,
    visits: 1,
    likes: 0,
  };
  const before = await figuresOf(owner, 7, TODAY);
  expect(before).toEqual({ days: [{ date: "2026-11-20", featured: true, bots: 0, ...totals }], totals, bots: 0 });
  const list = async () => ((await (await owner.get("/api/sites/")).json()) as { results: object[] }).results;
  expect(await list()).toMatchObject([{ month: { shown: 0, opened: 0, visited: 0 } }]);

  // The next day knows nobody of this one, and adds it up.
  fakes.now += DAY_MS + 4 * HOUR_MS;
  await see(anna, page, "opened 7");
  await deliverBeacons();
  await addUp();
  await addUp();
  expect(await figuresOf(owner, 7, TODAY)).toEqual(before);
  expect(await figuresOf(owner, 7, "?from=2026-11-20&to=2026-11-21")).toMatchObject({ totals: { views: 4 }, bots: 0 });
  const sums = ["shown", "opened", "visited"].map((mark, at) => `sum(value ->> ${at}) AS ${mark}`).join();
  const month = await db.$client.prepare(`SELECT ${sums} FROM figures, json_each(sites -> '$."7".places')`).first();
  expect(await list()).toMatchObject([{ month }]);
  expect(month).toEqual({ shown: 2, opened: 3, visited: 1 });
  const stored = await db.$client.prepare("SELECT day FROM open_days UNION ALL SELECT day FROM beacons").all();
  expect(stored.results).toEqual([{ day: "2026-11-21" }, { day: "2026-11-21" }]);
});

test("programs, cards that the page did not show and many people of one network are counted apart", async () => {
  const owner = await insertZulip();
  const [home, page] = [await cardsAt("/"), await cardsAt("/zulip")];
  await see({ ...anna, agent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }, page, "opened 7");
  await see({ ...anna, agent: "" }, page, "opened 7");
  expect(await counted(owner)).toEqual({ ...NOTHING, bots: 2 });
  // A listing opens itself in no list, and is in no comparison.
  await see(anna, page, "shown 7", "opened 7 paid");
  await see(anna, (await cardsAt("/zulip")).replace("page=7", "page=8"), "opened 7");
  expect(await counted(owner)).toMatchObject({ seen: {}, views: 1, bots: 3 });
  for (let at = 0; at < 15; at += 1) await see({ address: `203.0.113.${at}` }, home, "shown 7", "opened 7");
  for (let at = 0; at < 15; at += 1) await see({ address: `2001:db8:7:${at}::1` }, home, "shown 7", "opened 7");
  expect(await counted(owner)).toMatchObject({ seen: { list: 30 }, opened: { list: 10 }, bots: 3 + 20 });
});

test("who reads faster than a person is a program, and all that they did is taken out", async () => {
  const owner = await insertZulip();
  const page = await cardsAt("/zulip");
  const many = (pages: number) =>
    send(anna, { pages: Array.from({ length: pages }, () => ({ cards: page, marks: ["opened 7"] })) });
  await many(20);
  for (let at = 0; at < 4; at += 1) {
    fakes.now += 65_000;
    await many(20);
  }
  expect(await counted(owner)).toMatchObject({ views: 1, bots: 0 });
  await many(40);
  expect(await counted(owner)).toEqual({ ...NOTHING, bots: 6 });
});

test("the operator reads which numbers of a day programs inflated, or are ten times as high as before", async () => {
  const owner = await insertZulip();
  await insertSite({ id: 8, name: "Calm", slug: "calm" });
  const pages = { zulip: await cardsAt("/zulip"), calm: await cardsAt("/calm") };
  const visitor = (at: number) => ({ address: `10.0.${at}.1` });
  const robot = { address: "192.0.2.9", agent: "curl/8" };
  for (let at = 0; at < 5; at += 1) await see(visitor(at), pages.calm, "opened 8");
  for (let at = 0; at < 100; at += 1) await see(robot, pages.zulip, "opened 7");
  await deliverBeacons();
  fakes.now += DAY_MS;
  for (let at = 0; at < 100; at += 1) await see(visitor(at), pages.calm, "opened 8");
  await deliverBeacons();
  fakes.now += DAY_MS;
  for (let run = 0; run < 3; run += 1) await addUp();
  expect(fakes.mails.map(({ subject, text }) => [subject, /^.*opened it.*$/m.exec(text)?.[0]])).toEqual([
    [expect.stringContaining("2026-11-20"), expect.stringContaining("0 people opened it, 100 more")],
    [expect.stringContaining("2026-11-21"), expect.stringContaining("100 people opened it, 0 more")],
  ]);
  expect(await counted(owner)).toMatchObject({ views: 0, bots: 100 });
});

test("a hundred beacons as large as they can be fit into a row of D1", async () => {
  const owner = await insertZulip();
  const page = { cards: await cardsAt("/"), marks: Array.from({ length: 500 }, () => "opened 7 paid") };
  for (let at = 0; at < 100; at += 1) await send({ address: `10.0.${at}.1` }, { pages: [page, page] });
  expect(await counted(owner)).toMatchObject({ opened: { featured: 100 }, bots: 0 });
  const stored = await db.$client
    .prepare("SELECT max(length(visitors) + length(marks)) AS bytes FROM beacons")
    .first<{ bytes: number }>();
  // D1's limit: https://developers.cloudflare.com/d1/platform/limits/
  expect(stored!.bytes).toBeLessThan(2_000_000);
});

test("who asks not to be tracked is not counted", async () => {
  const owner = await insertZulip();
  const page = await cardsAt("/zulip");
  for (const headers of [{ DNT: "1" }, { "Sec-GPC": "1" }]) await see({ ...anna, headers }, page, "opened 7");
  expect(fakes.beacons).toEqual([]);
  expect(await counted(owner)).toEqual({ ...NOTHING, bots: 0 });
});

test("a browser without scripts counts by an image on the page of a listing", async () => {
  const owner = await insertZulip();
  const html = await (await request("/zulip")).text();
  const path = /<noscript><img src="([^"]*)" alt=""\/><\/noscript>/.exec(html)![1]!.replaceAll("&amp;", "&");
  const headers = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "192.0.2.1", "User-Agent": "Browser" };
  const response = await request(path, { headers });
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([204, "private, no-store"]);
  await request(path, { headers: { ...headers, "Sec-Fetch-Site": "cross-site" } });
  expect(await counted(owner)).toMatchObject({ opened: { page: 1 }, bots: 0 });
});

test("a list that is too old, signed by nobody or of another form is ignored", async () => {
  const owner = await insertZulip();
  const page = await cardsAt("/zulip");
  for (const body of [
    { pages: [{ cards: page.slice(0, -1), marks: ["opened 7"] }] },
    { pages: [{ cards: page, marks: ["opened 7; DROP"] }] },
    { pages: [{ cards: page, marks: [7] }] },
    { pages: Array.from({ length: 51 }, () => ({ cards: page, marks: ["opened 7"] })) },
    { pages: [{ cards: page, marks: Array.from({ length: 4000 }, () => "opened 7") }] },
    { pages: [{ cards: "", marks: ["opened 7"] }] },
    { pages: 7 },
    "{",
  ])
    expect((await send(anna, body)).status).toBe(204);
  fakes.now += 3 * DAY_MS;
  await see(anna, page, "opened 7");
  expect(fakes.beacons).toEqual([]);
  expect(await counted(owner)).toEqual({ ...NOTHING, bots: 0 });
});

test("only the owner and staff read figures, of at most 400 days", async () => {
  const owner = await insertZulip();
  await insertUser({ email: "staff@example.com", isStaff: true });
  await insertUser({ email: "bert@example.com" });
  const [staff, other] = [await logIn("staff@example.com"), await logIn("bert@example.com")];
  expect((await figuresOf(owner, 7)).days).toHaveLength(30);
  expect((await figuresOf(staff, 7, "?from=2025-10-17&to=2026-11-20")).days).toHaveLength(400);
  expect((await other.get("/api/sites/7/figures/")).status).toBe(404);
  for (const [query, field] of [
    ["?from=2025-10-16&to=2026-11-20", "from"],
    ["?from=2026-11-21&to=2026-11-20", "to"],
    ["?from=2026-02-30", "from"],
    ["?to=tomorrow", "to"],
  ])
    expect(await readResponse(await owner.get(`/api/sites/7/figures/${query}`)), query).toMatchObject({
      status: 400,
      body: { fields: { [field!]: expect.any(String) } },
    });
  await see(anna, await cardsAt("/"), "shown 7", "shown 7 paid");
  await deliverBeacons();
  const csv = await owner.get(`/api/sites/7/figures.csv${TODAY}`);
  expect([csv.headers.get("Content-Type"), csv.headers.get("Content-Disposition")]).toEqual([
    "text/csv; charset=utf-8",
    'attachment; filename="zulip-figures.csv"',
  ]);
  const [head, row, ...rest] = (await csv.text()).split("\r\n").map((line) => line.split(","));
  expect(Object.fromEntries(head!.map((name, at) => [name, row![at]]))).toMatchObject({
    date: "2026-11-20",
    featured: "yes",
    views: "0",
    shown_list: "1",
    shown_featured: "1",
    opened_page: "0",
  });
  expect(rest).toEqual([[""]]);
});
