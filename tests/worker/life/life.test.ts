import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { editSitePath } from "#schema/pages/paths.ts";
import type { SitePage, SiteDetail } from "#schema/sites/sites.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { ANNA, BERT, insertUser, logIn, logInNew } from "../support/people.ts";
import { fakes, ORIGIN, request } from "../support/app.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { insertSite } from "../support/factories.ts";
import { runChecks } from "../support/checks.ts";
import { adminRecords } from "../support/admin.ts";
import { editBody, listSite } from "../support/own-sites.ts";

const db = drizzle(env.DB);
const LINK = "https://mine.example/";
const ALIVE = new Response("<title>Mine</title>", { headers: { "Content-Type": "text/html" } });

const read = async (slug: string) => (await request(`/api/${slug}/`)).json<SiteDetail>();
const slugsOf = async (path: string) => (await (await request(path)).json<SitePage>()).results.map(({ slug }) => slug);

test("a check is shown with its time, and the next one follows in a month", async () => {
  const { slug } = await insertSite({ link: LINK });
  expect((await read(slug)).alive).toEqual({ state: "unknown", checked_at: null, since: null });
  fakes.internet.set(LINK, ALIVE);
  const at = new Date(fakes.now).toISOString();
  await runChecks();
  expect(await read(slug)).toMatchObject({ alive: { state: "alive", checked_at: at, since: at }, standing: "open" });
  await runChecks();
  expect(fakes.fetched).toEqual([`${LINK}robots.txt`, LINK]);
  fakes.now += 31 * DAY_MS;
  await runChecks();
  expect(fakes.fetched).toHaveLength(4);
});

test("a site that does not answer for two weeks stands last and leaves the featured row, after 60 days it is closed", async () => {
  const dead = await insertSite({ featuredUntil: fakes.now + 400 * DAY_MS });
  const living = await insertSite({ link: LINK });
  fakes.internet.set(LINK, ALIVE);
  const firstFailure = new Date(fakes.now).toISOString();
  const featured = async () => (await (await request("/api/saas/")).json<SitePage>()).featured.map(({ slug }) => slug);
  await runChecks();
  expect((await read(dead.slug)).alive).toMatchObject({ state: "unreachable", since: firstFailure });
  expect(await featured()).toEqual([dead.slug]);
  for (let day = 0; day < 14; day++) {
    expect((await read(dead.slug)).standing).toBe("open");
    fakes.now += DAY_MS;
    await runChecks();
  }
  expect(await read(dead.slug)).toMatchObject({ standing: "may_be_closed", alive: { since: firstFailure } });
  expect(await slugsOf("/api/saas/?sort=oldest")).toEqual([living.slug, dead.slug]);
  expect(await featured()).toEqual([]);
  fakes.now += 46 * DAY_MS;
  await runChecks();
  expect(await read(dead.slug)).toMatchObject({ standing: "closed" });
  const page = (await (await request(`/${dead.slug}`)).text()).replaceAll(/<[^>]*>/g, "");
  expect(page).toContain("Closed. Its website has not answered since 20 November 2026");
  expect(page).not.toContain(`Visit ${dead.name}`);
  // It comes back.
  fakes.internet.set(dead.link, ALIVE);
  fakes.now += 31 * DAY_MS;
  await runChecks();
  expect(await read(dead.slug)).toMatchObject({ standing: "open", alive: { state: "alive" } });
});

test("pages change at the edge when the state does, not with each check", async () => {
  const { slug, link } = await insertSite();
  const purges = recordPurges();
  await runChecks({}, purges.overrides);
  expect(purges.all()).toContain(`site:${slug}`);
  fakes.internet.set(link, ALIVE);
  fakes.now += DAY_MS;
  await runChecks({}, purges.overrides);
  expect(purges.all()).toContain(`site:${slug}`);
  fakes.now += 31 * DAY_MS;
  await runChecks({}, purges.overrides);
  expect(purges.all()).toEqual([]);
});

test("the owner gets one mail when the listing says that the site may be closed, and sees it on the dashboard", async () => {
  await insertUser();
  const anna = await logIn();
  const { id } = await listSite(anna, { link: LINK });
  fakes.mails.length = 0;
  for (let day = 0; day <= 20; day++) {
    await runChecks();
    fakes.now += DAY_MS;
  }
  await runChecks();
  expect(fakes.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [ANNA, "Please look at the link of your listing: Mattermost"],
  ]);
  expect(fakes.mails[0]!.text).toContain("may be closed");
  expect(fakes.mails[0]!.text).toContain(ORIGIN + editSitePath(id));
});

test("a new address is proposed to owner and staff, and ends with a new link", async () => {
  await insertUser();
  let anna = await logIn();
  const site = await listSite(anna, { link: LINK });
  fakes.mails.length = 0;
  fakes.internet.set(LINK, Response.redirect("https://new.example/", 301));
  fakes.internet.set("https://new.example/", ALIVE);
  await runChecks();
  fakes.now += 31 * DAY_MS;
  await runChecks();
  expect(fakes.mails.map(({ text }) => text.includes(`${LINK} now leads to https://new.example/.`))).toEqual([true]);
  anna = await logIn();
  const own = await (await anna.get(`/api/sites/${site.id}/`)).json<object>();
  expect(own).toMatchObject({ alive: { state: "moved" }, standing: "open", moved_to: "https://new.example/" });
  const [{ updatedAt }] = (await db.select().from(sites).where(eq(sites.id, site.id))) as [typeof sites.$inferSelect];
  const saved = await anna.put(
    `/api/sites/${site.id}/`,
    editBody(site, { link: "https://new.example/", updated_at: new Date(updatedAt).toISOString() }),
  );
  expect(await saved.json()).toMatchObject({ moved_to: null, alive: { state: "unknown", checked_at: null } });
  await runChecks();
  expect((await read(site.slug)).alive.state).toBe("alive");
});

test("staff see the new address of a listing without an owner, until they say that the link is right", async () => {
  const { id, slug } = await insertSite({ link: LINK });
  fakes.internet.set(LINK, Response.redirect("https://new.example/", 301));
  fakes.internet.set("https://new.example/", ALIVE);
  await runChecks();
  const staff = await logInNew({ isStaff: true, email: BERT });
  const moved = async () => (await adminRecords(staff, "sites/site/?filter=moved")) as object[];
  expect(await moved()).toMatchObject([{ slug, moved_to: "https://new.example/" }]);
  await staff.patch(`/api/sites/site/${id}/`, { standing_by_staff: "open" });
  expect(await moved()).toEqual([]);
});

test("staff know better: their word stands at once and after the next check", async () => {
  const site = await insertSite();
  const staff = await logInNew({ isStaff: true, email: BERT });
  const say = (standing: string) => staff.patch(`/api/sites/site/${site.id}/`, { standing_by_staff: standing });
  expect((await say("closed")).status).toBe(200);
  expect((await read(site.slug)).standing).toBe("closed");
  fakes.internet.set(site.link, ALIVE);
  await runChecks();
  expect((await read(site.slug)).standing).toBe("closed");
  expect((await say("checked")).status).toBe(200);
  await runChecks();
  expect((await read(site.slug)).standing).toBe("open");
  expect((await say("dead")).status).toBe(400);
});

const GITHUB = "https://api.github.com/repos/acme/tool";
const repository = (changes: object = {}) =>
  Response.json({ stargazers_count: 99, pushed_at: "2026-11-19T10:00:00Z", archived: false, homepage: "", ...changes });

test("the repository renews stars and last commit without a new version of the site, and an archived one is marked", async () => {
  const facts = { source_code: "https://github.com/acme/tool", stars: 5, last_commit: "2025-01-01" };
  const { slug, updatedAt } = await insertSite({ link: LINK, facts });
  fakes.internet.set(LINK, ALIVE);
  fakes.internet.set(GITHUB, repository());
  await runChecks();
  const site = await read(slug);
  expect(site.facts).toEqual({ ...facts, stars: 99, last_commit: "2026-11-19" });
  expect(site.fact_sources).toMatchObject({ stars: "https://github.com/acme/tool" });
  expect(Date.parse(site.updated_at)).toBe(updatedAt);
  fakes.internet.set(GITHUB, repository({ archived: true, pushed_at: "2025-11-01T00:00:00Z" }));
  fakes.now += 31 * DAY_MS;
  await runChecks();
  expect(await read(slug)).toMatchObject({ facts: { archived: true }, standing: "open" });
  fakes.now += 365 * DAY_MS;
  await runChecks();
  expect(await read(slug)).toMatchObject({ facts: { archived: true }, standing: "may_be_closed" });
});

test.each([
  ["a website of its own", { homepage: "https://www.mine.example/" }, 99],
  ["no website", { homepage: "" }, undefined],
  ["another website", { homepage: "https://react.example/" }, undefined],
])("an owner gets the stars of a stated repository if it names the site: %s", async (_, said, stars) => {
  const user = await insertUser();
  const facts = { source_code: "https://github.com/acme/tool" };
  const { slug } = await insertSite({ link: LINK, facts, ownerId: user.id });
  fakes.internet.set(GITHUB, repository(said));
  await runChecks();
  expect((await read(slug)).facts.stars).toBe(stars);
});

test("without a token, a run reads ten repositories at GitHub, and the others follow on the next day", async () => {
  for (let number = 0; number < 12; number++)
    await insertSite({ facts: { source_code: `https://github.com/acme/tool-${number}` } });
  const asked = () => fakes.fetched.filter((url) => url.startsWith("https://api.github.com/")).length;
  await runChecks();
  expect(asked()).toBe(10);
  fakes.now += DAY_MS + MINUTE_MS;
  fakes.fetched.length = 0;
  await runChecks();
  expect(asked()).toBeGreaterThanOrEqual(2);
});

test("no host is asked twice within a second", async () => {
  for (const page of ["a", "b", "c"]) await insertSite({ link: `https://shared.example/${page}` });
  const askedAt: number[] = [];
  const slow = {
    wait: async (ms: number) => void (fakes.now += ms),
    fetch: async () => {
      askedAt.push(fakes.now);
      return new Response();
    },
  };
  await runChecks(slow);
  expect(askedAt).toHaveLength(6);
  expect(askedAt.slice(1).every((at, index) => at - askedAt[index]! >= 1000)).toBe(true);
});

test("a message that comes twice checks once, and one whose check broke comes back in a day", async () => {
  await insertSite({ link: LINK });
  await runChecks({}, { attempts: 2 });
  expect(fakes.fetched).toEqual([]);
  fakes.now += DAY_MS;
  await runChecks({}, { twice: true });
  expect(fakes.fetched).toHaveLength(2);
});

test("a check that runs while staff decide does not overwrite them", async () => {
  const { id, slug, link } = await insertSite();
  fakes.internet.set(link, async () => {
    await db.update(sites).set({ standingByStaff: "closed" }).where(eq(sites.id, id));
    return ALIVE.clone();
  });
  await runChecks();
  expect(await read(slug)).toMatchObject({ standing: "closed", alive: { state: "unknown" } });
});

test("staff take the doubt from a page, and a closed site loses its proof", async () => {
  const since = fakes.now - 70 * DAY_MS;
  const columns = {
    aliveState: "unreachable",
    aliveSince: since,
    checkedAt: since,
    verifiedBy: "dns",
    verifiedSince: 1,
  } as const;
  const { id, slug } = await insertSite();
  await db.update(sites).set(columns).where(eq(sites.id, id));
  await runChecks();
  expect(await read(slug)).toMatchObject({ standing: "closed", verified: null });
  await db.update(sites).set({ standingByStaff: "open" }).where(eq(sites.id, id));
  expect(await read(slug)).toMatchObject({ standing: "open", alive: { state: "unknown", since: null } });
});

test("a repository at a host that refuses is read on the next day", async () => {
  await insertSite({ link: LINK, facts: { source_code: "https://github.com/acme/tool" } });
  fakes.internet.set(LINK, ALIVE);
  fakes.internet.set(GITHUB, new Response("", { status: 403 }));
  await runChecks();
  fakes.internet.set(GITHUB, repository());
  fakes.now += DAY_MS;
  await runChecks();
  expect((await db.select().from(sites))[0]?.facts.stars).toBe(99);
});
