import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { fakes, fakePorts, NOW, request, runCron, type Overrides } from "../support/app.ts";
import { adminPage, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { insertSite } from "../support/factories.ts";
import { kvThat } from "../support/kv.ts";
import { dbWith } from "../support/session-db.ts";
import { loggedErrors } from "../support/setup.ts";
import { ANNA, errorResponse, readResponse, logInNew } from "../support/people.ts";

const LEVAIN = { term: "Levain", means: "Sourdough", is_mutual: false };

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  await insertSite({ name: "Bakery", description: "Plans sourdough" });
  await insertSite({ name: "Levain diary", description: "For one loaf" });
});

const PATH = "/api/search/synonym/";
const add = (values: object, overrides?: Overrides) => staff.post(PATH, { ...LEVAIN, ...values }, overrides);
const addedId = async (values: object = {}) => (await (await add(values)).json<{ id: number }>()).id;
const list = (model: string) => adminPage(staff, `${model}/`);
/** Each request is a new isolate, so it reads the copy in KV. */
const find = async (q: string, overrides?: Overrides) => {
  const response = await request(`/api/saas/?${new URLSearchParams({ q })}`, {}, overrides);
  expect(response.status, q).toBe(200);
  return (await response.json<{ results: { name: string }[] }>()).results.map(({ name }) => name).toSorted();
};
const copy = () => env.SESSIONS.get("synonyms", "json");
const BOTH = ["Bakery", "Levain diary"];

test("staff add a synonym, which the next search uses in the stated direction only", async () => {
  expect(await find("levain")).toEqual(["Levain diary"]);
  expect(await readResponse(await add({ term: " Levain " }))).toEqual({
    status: 201,
    body: {
      id: 1,
      term: "Levain",
      means: "Sourdough",
      is_mutual: false,
      created_at: new Date(NOW).toISOString(),
    },
  });
  expect(await copy()).toEqual([{ term: "Levain", means: ["Sourdough"], isMutual: false }]);
  expect(await find("levain")).toEqual(BOTH);
  expect(await find("sourdough")).toEqual(["Bakery"]);
  expect((await list("search/synonym")).results).toMatchObject([{ term: "Levain" }]);
});

test("a synonym in both directions also finds sites with its first text", async () => {
  await add({ means: "Sourdough, leaven", is_mutual: true });
  expect(await find("levain")).toEqual(BOTH);
  expect(await find("sourdough")).toEqual(BOTH);
});

test("semicolons and new lines between terms count as commas", async () => {
  expect(await readResponse(await add({ means: "Sourdough;\n rye  bread\nleaven," }))).toMatchObject({
    status: 201,
    body: { means: "Sourdough, rye bread, leaven" },
  });
});

test("a synonym of a need finds what the need finds", async () => {
  await insertSite({ name: "Cards", description: "Moves work along", alternatives: [{ name: "Trello" }] });
  expect(await find("sticky wall")).toEqual([]);
  await add({ term: "sticky wall", means: "kanban board" });
  expect(await find("sticky wall")).toContain("Cards");
});

test("a changed or deleted synonym is used as it is now", async () => {
  const id = await addedId();
  const changed = await staff.patch(`${PATH}${id}/`, { means: "one loaf", is_mutual: true });
  expect(await readResponse(changed)).toMatchObject({ status: 200, body: { term: "Levain", means: "one loaf" } });
  expect(await copy()).toEqual([{ term: "Levain", means: ["one loaf"], isMutual: true }]);
  expect(await find("levain")).toEqual(["Levain diary"]);
  await staff.patch(`${PATH}${id}/`, { term: "starter", means: "sourdough" });
  expect(await find("starter")).toEqual(["Bakery"]);

  expect((await staff.delete(`${PATH}${id}/`)).status).toBe(204);
  expect(await copy()).toEqual([]);
  expect(await find("starter")).toEqual([]);
});

test("each write of a synonym purges the cached lists, also if its answer is lost", async () => {
  const purged = recordPurges();
  const id = (await (await add({}, purged.overrides)).json<{ id: number }>()).id;
  expect(purged.all()).toEqual(["list"]);
  await staff.patch(`${PATH}${id}/`, { means: "leaven" }, purged.overrides);
  expect(purged.all()).toEqual(["list"]);
  await staff.delete(`${PATH}${id}/`, undefined, purged.overrides);
  expect(purged.all()).toEqual(["list"]);

  const lost = dbWith((session) => ({
    async batch<T>(statements: D1PreparedStatement[]) {
      const answer = await session.batch<T>(statements);
      if (answer.length === 3) throw new Error("The connection to D1 was lost.");
      return answer;
    },
  }));
  const failed = await add({}, { ...purged.overrides, env: { ...purged.overrides.env, DB: lost } });
  expect(failed.status).toBe(503);
  expect(purged.all()).toEqual(["list"]);
  expect((await list("search/synonym")).count).toBe(1);
  loggedErrors.splice(0);
});

test("each write of a synonym is logged with its record", async () => {
  await addedId({ term: "starter" });
  const id = await addedId();
  await staff.patch(`${PATH}${id}/`, { means: "leaven" });
  await staff.delete(`${PATH}${id}/`);
  const entries = (await auditEntries(staff)).slice(0, 3);
  for (const entry of entries)
    expect(entry).toMatchObject({ user_email: ANNA, model: "search.synonym", record_id: String(id) });
  expect(entries).toMatchObject([
    { action: "delete", before: { ...LEVAIN, means: "leaven", created_at: new Date(NOW).toISOString() }, after: {} },
    { action: "change", before: { means: "Sourdough" }, after: { means: "leaven" } },
    { action: "create", before: {}, after: LEVAIN },
  ]);
});

const TOO_LIGHT = "Words such as “app” or “best” are not enough.";
const TOO_MANY = "Please enter at most 4 words.";

test("a wrong synonym is refused with a field error", async () => {
  for (const [values, field, message] of [
    [{ term: "" }, "term", "Please enter what people search for."],
    [{ term: undefined }, "term", "Please enter what people search for."],
    [{ term: "best app" }, "term", TOO_LIGHT],
    [{ term: "!?" }, "term", TOO_LIGHT],
    [{ term: "a plan for one more day" }, "term", TOO_MANY],
    [{ term: "x".repeat(61) }, "term", "Please enter at most 60 characters."],
    [{ means: " , ; \n" }, "means", "Please enter what to find as well."],
    [{ means: "sourdough, best app" }, "means", `“best app”: ${TOO_LIGHT}`],
    [{ means: "sourdough; a plan for one more day" }, "means", `“a plan for one more day”: ${TOO_MANY}`],
    [
      { means: Array.from("abcdefghijk", (letter) => `dough${letter}`).join() },
      "means",
      "Please enter at most 10 terms.",
    ],
    [{ is_mutual: "yes" }, "is_mutual", "Please choose Yes or No."],
    [{ words: "levain" }, "words", ADMIN_MESSAGES.readOnly],
  ] as const)
    expect(await readResponse(await add(values))).toEqual(errorResponse(400, message, { [field]: message }));
  expect((await list("search/synonym")).count).toBe(0);
});

test("a second entry for the same words is refused, also in another spelling", async () => {
  await add({ term: "Sticky Wall" });
  const message = ADMIN_MESSAGES.synonymExists;
  for (const term of ["Sticky Wall", "  sticky-wall", "STICKY  WÁLL"])
    expect(await readResponse(await add({ term })), term).toEqual(errorResponse(409, message, { term: message }));
  const id = await addedId();
  expect((await staff.patch(`${PATH}${id}/`, { term: "sticky wall" })).status).toBe(409);
  expect((await list("search/synonym")).count).toBe(2);
  expect((await list("audit/entry")).count).toBe(2);
});

test("staff cannot add records of other models", async () => {
  expect(await readResponse(await staff.post("/api/sites/site/", { name: "Mine" }))).toEqual(
    errorResponse(403, ADMIN_MESSAGES.notCreatable),
  );
  expect((await staff.post("/api/search/none/", LEVAIN)).status).toBe(404);
});

test("the list says which records can be added, its order, and what staff must know", async () => {
  const synonyms = await list("search/synonym");
  expect(synonyms).toMatchObject({ can_create: true, order_label: "Newest first" });
  expect(synonyms.note).toContain("about a quarter of an hour");
  expect(synonyms.fields).toContainEqual(
    expect.objectContaining({ name: "means", hint: "Put a comma between two terms." }),
  );
  const asked = await list("search/search");
  expect(asked).toMatchObject({ can_create: false, order_label: "Newest week, most asked first" });
  expect(asked.note).toContain("deleted after twelve weeks");
});

test.each(["refuses writes", "never answers"])(
  "with a KV that %s, staff save synonyms, and searches answer without them",
  async (state) => {
    const added = await add({}, kvThat(state));
    expect(added.status).toBe(201);
    expect(await find("levain", kvThat(state))).toContain("Levain diary");
    expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  },
);

test("cron writes the copy again that KV has lost", async () => {
  await add({});
  await env.SESSIONS.delete("synonyms");
  expect(await find("levain")).toEqual(["Levain diary"]);
  await runCron();
  expect(await find("levain")).toEqual(BOTH);
});

test("a copy that is damaged counts as none", async () => {
  await env.SESSIONS.put("synonyms", '[{"term":7}]');
  expect(await find("levain")).toEqual(["Levain diary"]);
});

test("an isolate uses what it has read for five minutes, and longer if KV does not answer", async () => {
  const isolate = { ...fakePorts };
  await find("levain", { isolate });
  await add({});
  expect(await find("levain", { isolate })).toEqual(["Levain diary"]);
  fakes.now += 300_000;
  expect(await find("levain", { isolate })).toEqual(BOTH);
  fakes.now += 300_000;
  expect(await find("levain", { ...kvThat("is down"), isolate })).toEqual(BOTH);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});
