import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ExplainedSearch } from "#schema/search/explained.ts";
import { ExplainSearch } from "#web/features/admin/explain-search.tsx";
import { button } from "../support/actions.ts";
import { answerApi, failed } from "../support/api.ts";
import { show } from "../support/show.tsx";

const ASKED = "GET admin/search/?q=open+source+slack+alternative";

const EXPLAINED: ExplainedSearch = {
  product: { name: "Slack", is_asked: true, is_found: true },
  needed: [{ words: "team chat", same: ["group chat", "workplace chat"], is_need: true }],
  wishes: ["open source", "for teams"],
  product_needs: ["chat server", "team messaging"],
  sites: [
    {
      place: 1,
      name: "Zulip",
      slug: "zulip",
      is_exact: true,
      sum: 5080,
      rules: [
        { rule: "replaces", says: "It replaces the product.", points: 5000 },
        { rule: "wish", says: "It meets a wish.", points: 80 },
      ],
    },
    {
      place: 2,
      name: "Huddle",
      slug: "huddle",
      is_exact: false,
      sum: 59,
      rules: [{ rule: "need", says: "Its texts have a need that the product serves.", points: 59 }],
    },
  ],
};

const view = page.getByRole("region", { name: "Why is this here?" });
const status = view.getByRole("status");

async function ask(q: string) {
  await page.getByRole("searchbox", { name: "Search as a visitor" }).fill(q);
  await button("Explain").click();
}

test("a search is asked at a press, and says that it waits, how it was read, and why each site is there", async () => {
  const found = Promise.withResolvers<object>();
  const calls = answerApi({ [ASKED]: () => found.promise });
  await show(<ExplainSearch />);
  expect(calls).toEqual([]);
  await ask(" open source slack alternative ");
  await expect.element(button("Explaining…")).toHaveAttribute("aria-disabled", "true");
  await expect.element(status).toHaveTextContent("Searching…");
  found.resolve(EXPLAINED);
  await expect.element(status).toHaveTextContent("2 sites for “open source slack alternative”");
  expect(calls).toEqual([ASKED]);

  expect(
    page
      .getByRole("definition")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Slack. The words ask to replace it.",
    "“team chat”, a known need. The same: group chat, workplace chat.",
    "open source, for teams",
    "chat server, team messaging",
  ]);
  const table = page.getByRole("table", { name: "Sites for “open source slack alternative”" });
  const rows = [...table.element().querySelectorAll("tbody > tr")];
  const texts = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(texts).toEqual([
    ["1", "Zulip", "Exact", "5,080", "5,000 It replaces the product.80 It meets a wish."],
    ["2", "Huddle", "Close", "59", "59 Its texts have a need that the product serves."],
  ]);
  await expect.element(page.getByRole("link", { name: "Zulip" })).toHaveAttribute("href", "/zulip");
});

test.each([
  [{ name: "Uber", is_asked: true, is_found: false }, "Uber. The words ask to replace it, and no site does."],
  [{ name: "Slack", is_asked: false, is_found: true }, "Slack. The words name it."],
  [{ name: "zebra", is_asked: false, is_found: false }, "None. No site replaces “zebra”."],
  [null, "None."],
])("a search without sites says so, and what its product is: %j", async (product, text) => {
  answerApi({ "GET admin/search/?q=x": { product, needed: [], wishes: [], product_needs: [], sites: [] } });
  await show(<ExplainSearch />);
  await ask("x");
  await expect.element(status).toHaveTextContent("No site answers “x”.");
  await expect.element(page.getByRole("definition")).toHaveTextContent(text);
  expect(page.getByRole("table").elements()).toEqual([]);
});

test("a failure says what to do, and the next press can succeed", async () => {
  let isDown = true;
  const calls = answerApi({ [ASKED]: () => (isDown ? failed() : EXPLAINED) });
  await show(<ExplainSearch />);
  await ask("open source slack alternative");
  const alert = view.getByRole("alert");
  await expect
    .element(alert)
    .toHaveTextContent("Could not explain the search. Press “Explain” to try again. Reason: An error occurred.");
  isDown = false;
  await button("Explain").click();
  await expect.element(status).toHaveTextContent("2 sites for “open source slack alternative”");
  await expect.element(alert).toBeEmptyDOMElement();
  expect(calls).toHaveLength(2);
});

test("an empty field gets an error and the focus, and nothing is sent", async () => {
  const calls = answerApi({});
  await show(<ExplainSearch />);
  await ask("  ");
  const field = page.getByRole("searchbox", { name: "Search as a visitor" });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/Please type what a visitor searches for[.]/);
  expect(calls).toEqual([]);
});
