import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { parseListQuery } from "#schema/pages/pages.ts";
import { overflowsSideways } from "../../e2e/support/in-page-checks.ts";
import { homePage, productPage, site, sitePage } from "../../web/support/pages.ts";
import { field } from "../support/actions.ts";
import { answerApi } from "../support/api.ts";
import { address, openPage } from "../support/directory.tsx";

const search = () => field("Search sites and the software they replace");
const choice = (name: string) => page.getByRole("combobox", { name });
const options = () => page.getByRole("listbox", { name: "Suggestions" });
const option = (name: string | RegExp) => options().getByRole("option", { name });
const heading = () => page.getByRole("heading", { name: "Sites", exact: true });
const expectWords = (words: string) => expect.element(search()).toHaveValue(words);
const expectAddress = (wanted: string) => expect.poll(address).toBe(wanted);

const suggestions = {
  products: [{ name: "Slack", slug: "slack", link: "https://slack.com/", count: 9 }],
  sites: [{ name: "Slackware", slug: "slackware", link: "https://slackware.example/" }],
  categories: [{ category: "security", count: 4 }],
  articles: [],
};
const unnamed = { path: null };
const none = { products: [], sites: [], categories: [], articles: [] };

/** Each search but “nothing” finds a site. */
const readers = {
  home: (_: string, params: URLSearchParams) => {
    const { query } = parseListQuery(params);
    const sites = query.q === "nothing" ? { results: [], count: 0, pages: 0 } : {};
    return homePage({
      query,
      sites: sitePage({ ...sites, page: query.page }),
      categories: [{ category: "communication", count: 14 }],
    });
  },
  product: (slug: string) => productPage({ product: { name: "Slack", slug, link: "https://slack.com/", count: 9 } }),
};

test("the list follows what is typed from its first page, and one entry of the history has each submitted search", async () => {
  answerApi({
    "GET suggestions/?q=not": none,
    "GET suggestions/?q=nothing": none,
    "GET suggestions/?q=pen": none,
    "GET pages/search/?q=nothing": unnamed,
    "GET pages/search/?q=pen": unnamed,
  });
  await openPage("/?page=2", readers);
  await search().fill("not");
  await expectAddress("/?q=not");
  await search().fill("nothing");
  await expect.element(page.getByText("No matching sites found")).toBeVisible();
  await expectAddress("/?q=nothing");
  await expect.element(search()).toHaveFocus();
  const { length } = history;
  await userEvent.keyboard("{Enter}");
  await search().fill("pen");
  await userEvent.keyboard("{Enter}");
  await expectAddress("/?q=pen");
  await choice("Sort by").selectOptions("oldest");
  await expectAddress("/?q=pen&sort=oldest");
  expect(history.length).toBe(length + 2);
  for (const [wanted, words] of [
    ["/?q=pen", "pen"],
    ["/?q=nothing", "nothing"],
    ["/?page=2", ""],
  ] as const) {
    history.back();
    await expectAddress(wanted);
    await expectWords(words);
  }
  history.forward();
  await expectAddress("/?q=nothing");
  await expectWords("nothing");
});

test("another category or order leads to the first page, and the address has both", async () => {
  await openPage("/?page=2", readers);
  await choice("Category").selectOptions("communication");
  await expectAddress("/?category=communication");
  await choice("Sort by").selectOptions("oldest");
  await expectAddress("/?category=communication&sort=oldest");
  await expect.element(choice("Category")).toHaveValue("communication");
  await expect.element(choice("Sort by")).toHaveValue("oldest");
});

test("suggestions stand in groups, and the arrow keys and Enter open one", async () => {
  answerApi({ "GET suggestions/?q=sla": suggestions });
  await openPage("/", readers);
  await search().fill("sla");
  for (const [group, name] of [
    ["Products", "Slack 9 alternatives"],
    ["Sites", /^Slackware/],
    ["Categories", `${CATEGORY_LABELS.security} 4 sites`],
  ] as const)
    await expect.element(options().getByRole("group", { name: group }).getByRole("option", { name })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(search()).toHaveAttribute("aria-activedescendant", option(/alternatives/).element().id);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: /alternatives to Slack/ })).toBeVisible();
});

test("Escape closes the suggestions, a letter or an arrow opens them, and Enter without a choice searches for the words", async () => {
  answerApi({
    "GET suggestions/?q=sla": suggestions,
    "GET suggestions/?q=slac": suggestions,
    "GET pages/search/?q=slac": unnamed,
  });
  await openPage("/", readers);
  await search().fill("sla");
  for (const key of ["{ArrowDown}", "{Alt>}{ArrowDown}{/Alt}", "c"]) {
    await expect.element(options()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(options()).not.toBeInTheDocument();
    await expectWords("sla");
    await userEvent.keyboard(key);
  }
  await expect.element(options()).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(options()).not.toBeInTheDocument();
  await expectAddress("/?q=slac");
  await expect.element(search()).toHaveFocus();
});

test("an older answer never replaces a newer one", async () => {
  const older = Promise.withResolvers<object>();
  const calls = answerApi({
    "GET suggestions/?q=older": () => older.promise,
    "GET suggestions/?q=newer": { ...none, categories: suggestions.categories },
  });
  await openPage("/", readers);
  await search().fill("older");
  await expect.poll(() => calls).toEqual(["GET suggestions/?q=older"]);
  await search().fill("newer");
  await expect.element(option(/sites$/)).toBeVisible();
  older.resolve(suggestions);
  // The answer is read and would be shown within these frames.
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  await expect.element(option(/^Slack/)).not.toBeInTheDocument();
});

test("Enter on the name of a product opens its page, which says how to search for the word", async () => {
  const answer = { path: "/alternatives/slack?searched=slack" };
  const calls = answerApi({ "GET suggestions/?q=slack": none, "GET pages/search/?q=slack": answer });
  await openPage("/", readers);
  await search().fill("slack");
  await expectAddress("/?q=slack");
  await userEvent.keyboard("{Enter}");
  await expectAddress(answer.path);
  await page.getByRole("link", { name: "Search for “slack” instead" }).click();
  await expectAddress("/?q=slack");
  await choice("Sort by").selectOptions("oldest");
  await expectAddress("/?q=slack&sort=oldest");
  expect(calls.filter((call) => call.startsWith("GET pages/search/"))).toHaveLength(1);
});

test("a page that comes too late does not replace what is typed since", async () => {
  const asked = Promise.withResolvers<object>();
  const calls = answerApi({
    "GET suggestions/?q=slack": none,
    "GET suggestions/?q=slacker": none,
    "GET pages/search/?q=slack": () => asked.promise,
  });
  await openPage("/", readers);
  await search().fill("slack");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => calls).toContain("GET pages/search/?q=slack");
  await search().fill("slacker");
  await expectAddress("/?q=slacker");
  asked.resolve({ path: "/alternatives/slack" });
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  expect(address()).toBe("/?q=slacker");
});

test("a part of a search that is removed by keyboard leaves the focus on the next one, the last one or the heading", async () => {
  const labels = ["free", "open source", "for teams"];
  await openPage("/?q=free+open+source+for+teams", {
    home: (_, params) => {
      const { query } = parseListQuery(params);
      const left = labels.filter((label) => query.q.includes(label));
      const wishes = left.map((label) => ({ label, without: left.filter((other) => other !== label).join(" ") }));
      return homePage({ query, sites: sitePage({ understood: { product: null, wishes, marks: [] } }) });
    },
  });
  const remove = async (label: string) => {
    (page.getByRole("link", { name: `Remove “${label}”` }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  const expectFocus = (label: string) =>
    expect.element(page.getByRole("link", { name: `Remove “${label}”` })).toHaveFocus();
  await remove("open source");
  await expectFocus("for teams");
  await remove("for teams");
  await expectFocus("free");
  await remove("free");
  await expect.element(heading()).toHaveFocus();
  await expectWords("");
});

test("the alternatives to a product are searched without suggestions, and the way back keeps the focus in the list", async () => {
  const calls = answerApi({});
  await openPage("/alternatives/slack?q=matter", {
    product: (_, params) => {
      const { query } = parseListQuery(params);
      const sites =
        query.q === "xylophone"
          ? { results: [], count: 0, pages: 0 }
          : { results: [site(), site({ id: 2 })], count: 2 };
      return productPage({ query, sites: sitePage(sites) });
    },
  });
  expect(document.title).toMatch(/^Search for “matter” in alternatives to Slack/);
  const words = page.getByRole("searchbox", { name: "Search in the alternatives to Slack" });
  const count = document.querySelector("#results [aria-live]")!;
  const order = page.getByText(/^Best fit first: the sites that replace most of Slack/);
  await words.fill("");
  await expect.element(order).toBeInTheDocument();
  expect(count.textContent).toBe("2 sites");
  await expect.element(words).toHaveFocus();
  await words.fill("xylophone");
  await expect.element(page.getByText("No matching sites found")).toBeVisible();
  expect(count.textContent).toBe("0 sites for “xylophone”");
  await expect.element(order).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Search all sites for “xylophone”" }))
    .toHaveAttribute("href", "/?q=xylophone#results");
  await expect.element(page.getByRole("button", { name: "Tell me when one is listed" })).not.toBeInTheDocument();
  (page.getByRole("link", { name: "Show all alternatives to Slack" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expectAddress("/alternatives/slack");
  await expect.element(heading()).toHaveFocus();
  expect(calls).toEqual([]);
});

test("a very long word that is searched for is broken on a narrow screen", async () => {
  await page.viewport(320, 700);
  const word = "donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft";
  await openPage(`/?q=${word}`, readers);
  await expect.element(page.getByText(`1 site for “${word}”`)).toBeVisible();
  expect(overflowsSideways()).toBe(false);
});
