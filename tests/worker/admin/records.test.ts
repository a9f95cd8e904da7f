import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES, type AdminApp, type AdminRecord } from "#schema/admin.ts";
import { MODELS } from "#worker/features/admin/models.ts";
import { NOW, fakes } from "../support/app.ts";
import { adminPage, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { planOf } from "../support/query-plan.ts";
import { dbWith } from "../support/session-db.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { ANNA, readResponse, errorResponse, logInNew } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

const json = async <T>(path: string) => (await staff.get(path)).json<T>();
const page = (path: string) => adminPage(staff, path);
const names = async (path: string) => (await page(path)).results.map((record) => record["name"] ?? record["email"]);
const log = () => auditEntries(staff);

/** Returns the database. It adds each query to `asked`. */
const overheard = (asked: string[]) =>
  dbWith((session) => ({ prepare: (query) => (asked.push(query), session.prepare(query)) }));

/** Returns whether a step of a query plan reads a whole table. A scan of a limited subquery is fine. */
const isScan = (step: string) => /^SCAN (?!CONSTANT|\(subquery|named)/.test(step);
/** Returns whether a step sorts all rows. Sorting rows with equal first columns has another text and is fine. */
const isSort = (step: string) => step === "USE TEMP B-TREE FOR ORDER BY";

test("the front page lists each application's models with their numbers of records", async () => {
  await insertSites(["One", "Two"], { alternatives: [{ name: "Slack" }] });
  const apps = await json<AdminApp[]>("/api/get_model/");
  expect(apps.map(({ app_name }) => app_name)).toEqual([
    "Sites",
    "Accounts",
    "Blog",
    "Media",
    "Reports",
    "Contact",
    "Search",
    "Email",
    "Payments",
    "Audit log",
  ]);
  expect(apps[0]!.models).toEqual([
    {
      name: "site",
      verbose_name_plural: "Sites",
      count: 2,
      waiting: [
        { filter: "pending", label: "Listings to review", count: 0 },
        { filter: "moved", label: "Sites that moved", count: 0 },
      ],
    },
    { name: "alternative", verbose_name_plural: "Alternatives", count: 2, waiting: [] },
    {
      name: "product",
      verbose_name_plural: "Products",
      count: 1,
      waiting: [{ filter: "waiting_links", label: "Product links to review", count: 0 }],
    },
    { name: "like", verbose_name_plural: "Likes", count: 0, waiting: [] },
    {
      name: "claim",
      verbose_name_plural: "Claims",
      count: 0,
      waiting: [{ filter: "disputed", label: "Claims to decide", count: 0 }],
    },
    {
      name: "switch",
      verbose_name_plural: "Moves",
      count: 0,
      waiting: [{ filter: "held", label: "Moves to look at", count: 0 }],
    },
  ]);
});

test("the numbers of records follow deletions, including cascading ones", async () => {
  const { id } = await insertSite({ alternatives: [{ name: "Slack" }] });
  expect((await staff.delete(`/api/sites/site/${id}/`)).status).toBe(204);
  const [{ models } = { models: [] }] = await json<AdminApp[]>("/api/get_model/");
  expect(models.map(({ count }) => count)).toEqual([0, 0, 1, 0, 0, 0]);
});

test.each(MODELS.map(({ app, name }) => `${app}/${name}`))(
  "%s is listed, searched and sorted with indexes only",
  async (path) => {
    const { fields, filters } = await page(`${path}/`);
    const queries = [
      "",
      "?q=a%25",
      "?q=7",
      ...fields.filter((field) => field.is_sortable).flatMap(({ name }) => [`?sort=${name}`, `?sort=-${name}&q=x`]),
      ...filters.map(({ name }) => `?filter=${name}`),
    ];
    for (const query of queries) {
      const asked: string[] = [];
      const response = await staff.get(`/api/get_model/${path}/${query}`, { env: { DB: overheard(asked) } });
      expect(response.status, query).toBe(200);
      const plan = (await Promise.all(asked.map(planOf))).flat();
      expect(plan.length, query).toBeGreaterThan(0);
      expect(plan.filter(query.includes("q=") ? isScan : isSort), query).toEqual([]);
    }
  },
);

test("each model can be searched and sorted, and each row counter has a model", async () => {
  const lists = await Promise.all(MODELS.map(({ app, name }) => page(`${app}/${name}/`)));
  for (const { verbose_name_plural: name, search_hint: hint, fields } of lists) {
    expect(hint, name).not.toBe("");
    expect(
      fields.some((field) => field.is_sortable),
      name,
    ).toBe(true);
  }
  const { results } = await env.DB.prepare("SELECT name FROM counters WHERE name LIKE 'rows.%'").all<{
    name: string;
  }>();
  expect(results.map(({ name }) => name).toSorted()).toEqual(
    MODELS.map(({ table }) => `rows.${getTableName(table)}`).toSorted(),
  );
});

test("no field shows a secret", async () => {
  const all = MODELS.flatMap(({ fields }) => Object.keys(fields)).join(" ");
  expect(all).not.toMatch(/password|hash|token|secret|sub\b|epoch/);
});

test("a list is paged newest first, and searched by the beginning of a name, by link and by id", async () => {
  await insertSites(Array.from({ length: 21 }, (_, index) => `Tool ${index}`));
  const { id } = await insertSite({ name: "Penpot", link: "https://penpot.app/" });
  const first = await page("sites/site/");
  expect([first.count, first.pages, first.results.length, first.results[0]!["name"]]).toEqual([22, 2, 20, "Penpot"]);
  expect((await page("sites/site/?page=2")).results).toHaveLength(2);
  expect((await page("sites/site/?page=9")).results).toEqual([]);
  expect(await names("sites/site/?q=PEN")).toEqual(["Penpot"]);
  expect(await names("sites/site/?q=penpot.app")).toEqual(["Penpot"]);
  expect(await names(`sites/site/?q=${id}`)).toEqual(["Penpot"]);
  expect(await names("sites/site/?sort=name&page=2")).toEqual(["Tool 8", "Tool 9"]);
});

test("a search with a filter finds only records of the filter", async () => {
  await insertSites(["Penpot"]);
  await insertSites(["Pencil", "Krita"], { review: "pending" });
  expect(await names("sites/site/?filter=pending&q=pen")).toEqual(["Pencil"]);
  expect(await names("sites/site/?filter=pending&q=pen&sort=name")).toEqual(["Pencil"]);
  expect((await page("sites/site/?filter=pending&q=pen")).count).toBe(1);
});

test("an unknown page, order or filter is refused", async () => {
  for (const query of ["page=0", "sort=owner", "filter=none"])
    expect((await staff.get(`/api/get_model/sites/site/?${query}`)).status, query).toBe(400);
});

test("a change follows the rules of the owner's form and is logged", async () => {
  const { id } = await insertSite({ name: "Penpot", link: "https://penpot.app/", category: "finance" });
  fakes.now = NOW + 1000;
  const changed = await staff.patch(`/api/sites/site/${id}/`, { name: " Penpot  2 ", category: "design_creativity" });
  expect(changed.status).toBe(200);
  expect(await changed.json<AdminRecord>()).toMatchObject({
    id,
    name: "Penpot 2",
    category: "design_creativity",
    slug: "penpot",
    updated_at: new Date(NOW + 1000).toISOString(),
  });
  expect(await names("sites/site/?q=penpot 2")).toEqual(["Penpot 2"]);
  expect(await log()).toMatchObject([
    {
      action: "change",
      model: "sites.site",
      record_id: String(id),
      user_email: ANNA,
      before: { name: "Penpot", category: "finance" },
      after: { name: "Penpot 2", category: "design_creativity" },
    },
  ]);
});

test("a wrong change is refused and changes nothing", async () => {
  const { id } = await insertSite();
  for (const [change, message] of [
    [{ name: "" }, "Site name is required"],
    [{ category: "toys" }, "Category is required."],
    [{ review: "maybe" }, "Please choose Active or Pending."],
    [{ slug: "other" }, ADMIN_MESSAGES.readOnly],
    [{ featured_until: null }, ADMIN_MESSAGES.readOnly],
    [{ constructor: 1 }, ADMIN_MESSAGES.readOnly],
    [{}, ADMIN_MESSAGES.nothingToChange],
  ] as const) {
    const refused = await readResponse(await staff.patch(`/api/sites/site/${id}/`, change));
    expect(refused, JSON.stringify(change)).toMatchObject({ status: 400, body: { error: message } });
  }
  for (const body of [[], null, "x"]) expect((await staff.patch(`/api/sites/site/${id}/`, body)).status).toBe(400);
  expect(await log()).toEqual([]);
});

test("an unknown record or model does not exist", async () => {
  for (const path of ["sites/site/99", "sites/site/x", "sites/none/1", "none/site/1"]) {
    expect((await staff.patch(`/api/${path}/`, { name: "x" })).status, path).toBe(404);
    expect((await staff.delete(`/api/${path}/`)).status, path).toBe(404);
  }
});

test("a deleted site is gone, its fields are in the audit log, and its URL answers 410", async () => {
  const { id } = await insertSite({ name: "Penpot" });
  expect((await staff.delete(`/api/sites/site/${id}/`)).status).toBe(204);
  expect((await staff.get("/penpot")).status).toBe(410);
  const [entry] = await log();
  expect(entry).toMatchObject({ action: "delete", model: "sites.site", before: { name: "Penpot" }, after: {} });
  expect((await staff.delete(`/api/sites/site/${id}/`)).status).toBe(404);
});

test("records of payments and of the audit log can be neither edited nor deleted", async () => {
  const { id } = await insertSite();
  await staff.patch(`/api/sites/site/${id}/`, { name: "Other" });
  const [entry] = (await page("audit/entry/")).results;
  expect((await staff.patch(`/api/audit/entry/${entry!.id}/`, { changes: "{}" })).status).toBe(400);
  expect(await readResponse(await staff.delete(`/api/audit/entry/${entry!.id}/`))).toEqual(
    errorResponse(403, ADMIN_MESSAGES.notDeletable),
  );
});

test("a link that the site's owner already lists is refused", async () => {
  const { id } = await insertSite({ ownerId: 1, name: "Penpot", link: "https://penpot.app/" });
  await insertSite({ ownerId: 1, name: "Figma", link: "https://figma.com/" });
  await insertSite({ name: "Nobody's", link: "https://sketch.com/" });
  const patch = async (link: string) => readResponse(await staff.patch(`/api/sites/site/${id}/`, { link }));
  const message = "This link is already listed as “Figma”.";
  expect(await patch("http://www.figma.com")).toEqual(errorResponse(409, message, { link: message }));
  expect((await patch("http://www.penpot.app")).status).toBe(200);
  expect((await patch("https://sketch.com/")).status).toBe(200);
});
