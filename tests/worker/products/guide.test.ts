import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { ProductPage } from "#schema/pages/pages.ts";
import { connect } from "#worker/db/connection.ts";
import { guideStatements } from "#worker/features/products/guide.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { meter } from "../../support/meter.ts";
import { fakePorts, fakes, NOW, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { readResponse, logInNew } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

const SLACK = { name: "Slack", link: "https://slack.com/" };

const idOf = async (slug: string) =>
  (await env.DB.prepare("SELECT id FROM products WHERE slug = ?").bind(slug).first<number>("id"))!;
const write = async (texts: Record<string, string>, slug = "slack") =>
  readResponse(await staff.patch(`/api/sites/product/${await idOf(slug)}/`, texts));
const pageOf = async (slug = "slack") => (await request(`/api/pages/alternatives/${slug}`)).json<ProductPage>();
const guideOf = async (slug = "slack") => (await pageOf(slug)).guide;

const NOTHING = {
  about: "",
  listing: null,
  reasons: [],
  adds: [],
  moving_out: null,
  counts: { open_source: 0, self_hosted: 0, free: 0, imports: 0 },
  choices: null,
};

test("the page of a product has what staff wrote, with dates and the name of the author", async () => {
  await insertSite({ name: "Zulip", alternatives: [SLACK] });
  expect(await guideOf()).toEqual(NOTHING);
  const written = await write({
    about: "  Team chat. ",
    why_leave: "Price per seat\r\n\n Old messages are hidden ",
    export_formats: "JSON, CSV",
    export_steps: "Open the settings.\nPress Export.",
    export_link: "slack.com/export",
    choices: 'zulip :  you want "topics" \\ threads',
  });
  expect(written).toMatchObject({
    status: 200,
    body: { choices: 'zulip: you want "topics" \\ threads', choices_by: "Anna Lind" },
  });
  const at = new Date(NOW).toISOString();
  expect(await guideOf()).toEqual({
    ...NOTHING,
    about: "Team chat.",
    reasons: ["Price per seat", "Old messages are hidden"],
    moving_out: {
      formats: "JSON, CSV",
      steps: ["Open the settings.", "Press Export."],
      link: "https://slack.com/export",
      changed_at: at,
    },
    choices: {
      lines: [{ slug: "zulip", name: "Zulip", text: 'you want "topics" \\ threads' }],
      by: "Anna Lind",
      changed_at: at,
    },
  });
});

test("staff get the texts and the public sites that they can choose, under each slug of the product, and no form in the admin", async () => {
  for (const name of ["Zulip", "Element"]) await insertSite({ name, alternatives: [SLACK] });
  await insertSite({ name: "Hidden", review: "pending", alternatives: [SLACK] });
  await insertSite({ name: "Elsewhere", alternatives: [{ name: "Zoom" }] });
  await write({ about: "Chat" });
  const id = await idOf("slack");
  await staff.patch(`/api/sites/product/${id}/`, { name: "Slack Chat" });
  for (const slug of ["slack", "slack-chat"])
    expect(await readResponse(await staff.get(`/api/products/${slug}/guide/`))).toMatchObject({
      status: 200,
      body: {
        record: { id, about: "Chat" },
        sites: [
          { slug: "element", name: "Element" },
          { slug: "zulip", name: "Zulip" },
        ],
      },
    });
  expect((await staff.get("/api/products/nothing/guide/")).status).toBe(404);
  const { fields } = await (
    await staff.get("/api/get_model/sites/product/")
  ).json<{ fields: { name: string; is_editable: boolean }[] }>();
  expect(fields.filter((field) => field.is_editable).map(({ name }) => name)).toEqual([
    "name",
    "link",
    "is_link_fixed",
    "other_names",
  ]);
});

test("only a changed text gets a new date, and no text has none", async () => {
  await insertSite({ name: "Zulip", alternatives: [SLACK] });
  await write({ export_formats: "JSON", choices: "zulip: you want topics", choices_by: "The editors" });
  fakes.now = NOW + 60_000;
  await write({ about: "Chat", export_formats: "JSON", choices: "zulip: you want topics" });
  const at = new Date(NOW).toISOString();
  expect(await guideOf()).toMatchObject({
    moving_out: { changed_at: at },
    choices: { by: "The editors", changed_at: at },
  });
  await write({ export_link: "https://slack.com/", choices: "zulip: you want threads" });
  const later = new Date(fakes.now).toISOString();
  expect(await guideOf()).toMatchObject({
    moving_out: { formats: "JSON", changed_at: later },
    choices: { by: "Anna Lind", changed_at: later },
  });
  const cleared = await write({ export_link: "", export_formats: "", choices: "" });
  expect(cleared.body).toMatchObject({ export_changed_at: null, choices_changed_at: null, choices_by: "" });
  expect(await guideOf()).toMatchObject({ moving_out: null, choices: null });
});

test.each([
  ["choices", "zulip: you want topics\nnobody: you want more", /No site that replaces .* “nobody”/],
  ["choices", "other: you want calls", /No site that replaces .* “other”/],
  ["choices", "zulip: one\nzulip: two", /“zulip” can have one line only/],
  ["choices", "zulip", /must be the slug of a site, a colon and a text/],
  ["export_link", "https://slack.com@evil.example/", /before the “@” can deceive/],
  ["export_link", "javascript:alert(1)", /valid URL/],
  ["why_leave", Array.from({ length: 9 }, (_, at) => `Reason ${at}`).join("\n"), /at most 8 lines/],
  ["export_steps", "x".repeat(301), /at most 300 characters/],
  ["about", "x".repeat(601), /at most 600 characters/],
])("a wrong text is refused: %s %j", async (field, value, message) => {
  await insertSite({ name: "Zulip", alternatives: [SLACK] });
  await insertSite({ name: "Other", alternatives: [{ name: "Zoom" }] });
  expect(await write({ [field]: value })).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.stringMatching(message) } },
  });
});

test("a choice is shown while its site is public and replaces the product", async () => {
  for (const name of ["Zulip", "Element", "Huly"]) await insertSite({ name, alternatives: [SLACK] });
  await write({ choices: "huly: you plan work\nzulip: you want topics\nelement: you want encryption" });
  const shown = async () => (await guideOf()).choices?.lines.map(({ slug }) => slug);
  expect(await shown()).toEqual(["huly", "zulip", "element"]);
  await env.DB.prepare("UPDATE sites SET review = 'pending' WHERE slug = 'zulip'").run();
  await env.DB.prepare("DELETE FROM alternatives WHERE site_id = (SELECT id FROM sites WHERE slug = 'huly')").run();
  expect(await shown()).toEqual(["element"]);
});

test("reasons are counted from what alternatives add, once a site, in any case", async () => {
  const adds = [["Topics", "End-to-end encryption"], ["topics", "TOPICS"], ["Threads"], ["end-to-end Encryption"]];
  for (const [at, list] of [...adds, ["topics"]].entries())
    await insertSite({ name: `S${at}`, alternatives: [{ ...SLACK, adds: list }] });
  await insertSite({ name: "Hidden", review: "pending", alternatives: [{ ...SLACK, adds: ["Threads"] }] });
  await insertSite({ name: "Elsewhere", alternatives: [{ name: "Zoom", adds: ["Threads"] }] });
  expect((await guideOf()).adds).toEqual([
    { text: "topics", count: 3 },
    { text: "end-to-end Encryption", count: 2 },
    { text: "Threads", count: 1 },
  ]);
});

test("the page says how many of all alternatives state the facts that people ask for", async () => {
  await insertSite({ name: "A", facts: { open_source: true, hosting: ["self_hosted"] }, alternatives: [SLACK] });
  await insertSite({ name: "B", facts: { open_source: false, pricing: "free" }, alternatives: [SLACK] });
  await insertSite({ name: "C", facts: { open_source: true, imports_from: ["slack"] }, alternatives: [SLACK] });
  await insertSite({ name: "D", facts: { open_source: true, pricing: "free" }, alternatives: [{ name: "Zoom" }] });
  expect((await guideOf()).counts).toEqual({ open_source: 2, self_hosted: 1, free: 1, imports: 1 });
});

test("a product with a public listing of its own shows its description and facts", async () => {
  await insertSite({ name: "Zulip", alternatives: [SLACK] });
  const own = {
    name: "Slack",
    link: "https://www.slack.com",
    description: "Team chat",
    facts: { pricing: "freemium" },
  };
  const { id } = await insertSite({ ...own, facts: { pricing: "freemium" }, review: "pending" });
  expect((await guideOf()).listing).toBeNull();
  await env.DB.prepare("UPDATE sites SET review = 'active' WHERE id = ?").bind(id).run();
  expect((await guideOf()).listing).toMatchObject({ description: "Team chat", facts: { pricing: "freemium" } });
});

test("cron keeps a product that staff wrote about", async () => {
  const { id } = await insertSite({ name: "Zulip", alternatives: [SLACK, { name: "Zoom" }, { name: "Teams" }] });
  await write({ about: "Chat" });
  await write({ export_link: "https://zoom.us/export" }, "zoom");
  await staff.delete(`/api/sites/${id}/`);
  await runSchedule(env, fakePorts);
  const { results } = await env.DB.prepare("SELECT slug FROM products ORDER BY slug").all();
  expect(results).toEqual([{ slug: "slack" }, { slug: "zoom" }]);
});

test("a merge keeps the texts of the product that remains, and fills what it lacks", async () => {
  await insertSite({ name: "Zulip", alternatives: [SLACK, { name: "Slack HQ" }] });
  await write({ about: "Chat", export_formats: "JSON" });
  fakes.now = NOW + 60_000;
  await write(
    { about: "Other", why_leave: "Price", export_steps: "Press.", choices: "zulip: you want topics" },
    "slack-hq",
  );
  const [from, into] = [await idOf("slack-hq"), await idOf("slack")];
  expect((await staff.post(`/api/products/${from}/merge/`, { into })).status).toBe(200);
  expect(await guideOf()).toMatchObject({
    about: "Chat",
    reasons: ["Price"],
    moving_out: { formats: "JSON", steps: [], changed_at: new Date(NOW).toISOString() },
    choices: { by: "Anna Lind", changed_at: new Date(fakes.now).toISOString() },
  });
});

test("the texts of a product with 500 alternatives cost few rows", async () => {
  const names = Array.from({ length: 500 }, (_, at) => `Site ${at}`);
  await insertSites(names, { facts: { open_source: true }, alternatives: [{ ...SLACK, adds: ["Topics"] }] });
  const counts = meter(env.DB);
  const db = connect(counts.d1);
  await db.batch([...guideStatements(db, "slack")]);
  expect(counts.roundTrips).toBe(1);
  expect(counts.rowsRead).toBeLessThan(700);
  expect((await guideOf()).adds).toEqual([{ text: "Topics", count: 200 }]);
});
