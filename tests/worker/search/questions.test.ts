import { beforeEach, describe, expect, test } from "vitest";
import type { SitePage } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

async function ask(q: string, rest = ""): Promise<SitePage> {
  const response = await request(`/api/saas/?${new URLSearchParams({ q })}${rest}`);
  expect(response.status).toBe(200);
  return response.json();
}
const names = async (q: string, rest?: string) => (await ask(q, rest)).results.map(({ name }) => name);
/** The names of sites that have all that was asked, and of those that are close to it. */
async function parts(q: string, rest?: string) {
  const { results, count, exact_count = count } = await ask(q, rest);
  const found = results.map(({ name }) => name);
  return { exact: found.slice(0, exact_count), close: found.slice(exact_count) };
}

describe("a product", () => {
  beforeEach(async () => {
    await insertSite({ name: "Mattermost", description: "For everyone", alternatives: [{ name: "Slack" }] });
    await insertSite({ name: "Zulip", description: "Open-source", alternatives: [{ name: "Slack" }] });
    await insertSite({ name: "Bots for Slack", description: "Talk to your channel" });
    await insertSite({ name: "Recipes", description: "Cook something" });
  });

  // All ways to ask: tests/unit/search/question.test.ts.
  test("a question about it finds the sites that replace it", async () => {
    for (const q of ["alternatives to Slack", "slack vs teams"])
      expect(await parts(q), q).toEqual({ exact: ["Zulip", "Mattermost"], close: [] });
  });

  test("its name alone also finds them, and the answer names the product", async () => {
    await insertSite({ name: "Bridge", description: "Works with Slack" });
    expect(await parts("Slack")).toEqual({ exact: ["Zulip", "Mattermost", "Bots for Slack"], close: [] });
    const { understood } = await ask("Slack");
    expect(understood!.product).toEqual({ name: "Slack", slug: "slack", count: 2, without: null });
    expect((await ask("open source slack alternative")).understood).toMatchObject({
      product: { name: "Slack", without: "open source" },
      wishes: [{ label: "open source", without: "slack alternative" }],
    });
  });

  test("a misspelt name and other names of a product find it", async () => {
    expect(await ask("alternative to slakc")).toMatchObject({
      corrected_query: "alternative to slack",
      understood: { product: { name: "Slack" } },
    });
    await insertSite({ name: "OnlyOffice", alternatives: [{ name: "Microsoft 365" }] });
    for (const q of ["ms office alternative", "alternative to office 365", "microsoft office"])
      expect((await parts(q)).exact, q).toEqual(["OnlyOffice"]);
  });

  test("its alternatives stay within a category", async () => {
    await insertSite({ name: "Shop chat", category: "ecommerce", alternatives: [{ name: "Slack" }] });
    expect((await parts("slack alternative", "&category=ecommerce")).exact).toEqual(["Shop chat"]);
  });

  test("a product without alternatives leads to sites for the same need", async () => {
    await insertSite({ name: "Paperless notes", description: "Note taking for everyone" });
    expect(await parts("evernote alternative")).toEqual({ exact: [], close: ["Paperless notes"] });
    expect((await ask("evernote alternative")).understood).toMatchObject({ product: null, unreplaced: "Evernote" });
  });

  test("the name of a known product is not corrected to another word", async () => {
    await insertSites(["Micro", "Micro two"]);
    await insertSite({ name: "Draws", alternatives: [{ name: "Mirq" }], review: "pending" });
    for (const [q, unreplaced] of [
      ["miro", "Miro"],
      ["mirq", "Mirq"],
    ] as const) {
      const found = await ask(q);
      expect(found).toMatchObject({ count: 0, understood: { unreplaced } });
      expect([found.corrected_query, found.did_you_mean]).toEqual([undefined, undefined]);
    }
    expect(await ask("micra")).toMatchObject({ corrected_query: "micro" });
    await insertSite({ name: "Joplin" });
    for (const q of ["note taking", "joplin"]) expect((await ask(q)).understood).not.toHaveProperty("unreplaced");
  });

  test("a wish that no alternative meets hides none, and the answer says so", async () => {
    const wishes = async (q: string) => (await ask(q)).understood!.wishes;
    expect((await ask("slack offline")).count).toBe(2);
    expect(await wishes("slack offline")).toEqual([{ label: "offline", without: "slack", unmet: "works offline" }]);
    expect(await wishes("open source slack")).toEqual([{ label: "open source", without: "slack" }]);
    expect(await wishes("slack for children")).toMatchObject([{ unmet: "is for children" }]);
  });
});

describe("a need", () => {
  test("words are found in every form", async () => {
    await insertSite({ name: "Vault", description: "A password manager" });
    for (const q of ["password managers", "managing passwords", "passwordmanager", "best password manager app 2026"])
      expect(await names(q), q).toEqual(["Vault"]);
  });

  test("sites with other words for the same need are found", async () => {
    await insertSite({ name: "Twenty", description: "Customer relationship management" });
    await insertSite({ name: "Recipes", description: "Cook something" });
    expect(await parts("crm")).toEqual({ exact: ["Twenty"], close: [] });
  });

  test("a site with the need is close if it lacks another word", async () => {
    await insertSite({ name: "Both", description: "Kanban board for zebras" });
    await insertSite({ name: "Need", description: "Kanban board" });
    await insertSite({ name: "Other", description: "Zebras" });
    expect(await parts("zebras kanban board")).toEqual({ exact: ["Both"], close: ["Need"] });
  });

  test("the beginning of a word is found while it is typed", async () => {
    await insertSite({ name: "Jellyfin", description: "Media server" });
    for (const q of ["j", "jelly", "media serv"]) expect(await names(q), q).toEqual(["Jellyfin"]);
  });
});

test("another spelling is offered if the typed one is rare", async () => {
  await insertSite({ name: "Wall", description: "A calender" });
  await insertSites(
    Array.from({ length: 12 }, (_, index) => `Plan ${index}`),
    { description: "A calendar" },
  );
  const { results, did_you_mean, corrected_query } = await ask("calender");
  expect([results.map(({ name }) => name), did_you_mean, corrected_query]).toEqual([["Wall"], "calendar", undefined]);
});

test("a word is corrected to one of the thesaurus that no listing has, if it leads to listings", async () => {
  await insertSite({ name: "Tool", description: "A spell checker" });
  await insertSite({ name: "Grammer", description: "The only listing with this name" });
  expect(await ask("grammer checker")).toMatchObject({
    corrected_query: "grammar checker",
    results: [{ name: "Tool" }],
  });
  expect(await ask("grammer")).toMatchObject({ did_you_mean: "grammar", results: [{ name: "Grammer" }] });
});

test("a misspelt product is corrected also if a text has its misspelt name", async () => {
  await insertSites(
    Array.from({ length: 12 }, (_, index) => `Chat ${index}`),
    { alternatives: [{ name: "Slack" }] },
  );
  await insertSite({ name: "Rota", description: "Cuts slacks" });
  expect(await ask("alternative to slacks")).toMatchObject({
    corrected_query: "alternative to slack",
    understood: { product: { name: "Slack" } },
  });
});

test("alternatives to what is no product are the sites that have its words", async () => {
  await insertSite({ name: "Cutter", description: "Opens the files of Zebroid" });
  expect(await ask("zebroid alternatives")).toMatchObject({
    corrected_query: "zebroid",
    results: [{ name: "Cutter" }],
  });
  expect(await ask("okapi alternatives")).toMatchObject({ results: [] });
});

test("a misspelt word beside an incomplete one is corrected", async () => {
  await insertSite({ name: "Cutter", description: "A zebroid editor" });
  expect(await ask("zebriod edi")).toMatchObject({ corrected_query: "zebroid edi", results: [{ name: "Cutter" }] });
});

test("words that say how somebody asks are not corrected", async () => {
  await insertSite({ name: "One", description: "An alternative" });
  expect(await ask("zebroid alternatives")).not.toHaveProperty("corrected_query");
});

test("the name of an unknown product is not corrected to a word", async () => {
  await insertSite({ name: "Panel", description: "A quagga for zebras", alternatives: [{ name: "Slack" }] });
  expect(await ask("quaggo alternative")).toMatchObject({ count: 0 });
  expect(await ask("quaggo")).toMatchObject({ corrected_query: "quagga" });
  expect(await ask("slakc alternative")).toMatchObject({ corrected_query: "slack alternative", count: 1 });
});

test("a product that nobody replaces leads to sites that replace others of its kind", async () => {
  await insertSite({ name: "Boards", description: "Something else", alternatives: [{ name: "Asana" }] });
  await insertSite({ name: "Planner", description: "Manage projects" });
  expect((await names("alternatives to jira")).toSorted()).toEqual(["Boards", "Planner"]);
});
