import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ComparePage } from "#schema/pages/pages.ts";
import { overflowsSideways } from "../../e2e/support/in-page-checks.ts";
import { homePage, site, sitePage } from "../../web/support/pages.ts";
import { field, press, see } from "../support/actions.ts";
import { answerApi } from "../support/api.ts";
import { address, openPage } from "../support/directory.tsx";

const NAMES = ["Element", "Jitsi", "Mattermost", "Wire", "Zulip"];
const named = (name: string, id = 0) => site({ id, name, slug: name.toLowerCase() });
const choice = (name: string) => page.getByRole("checkbox", { name: `Compare ${name}`, exact: true });
const tray = () => page.getByRole("region", { name: "Sites to compare" });

const readers = {
  home: () => homePage({ sites: sitePage({ results: NAMES.map(named), count: NAMES.length }) }),
  compare: (slugs: string): ComparePage => ({
    sites: slugs.split("-vs-").map((slug) => ({
      ...named(NAMES.find((name) => name.toLowerCase() === slug)!),
      facts: { licences: [slug], platforms: ["web"], api: true, open_source: true, sso: true, hosting: ["cloud"] },
      alternatives: [],
      disagreements: [],
    })),
    choices: null,
    products: {},
    moved: {},
    product: null,
    leaves: slugs.includes("wire")
      ? { ...named("Slack"), facts: { licences: ["slack"] }, alternatives: [], disagreements: [] }
      : null,
    share_image: "/share/a.png",
  }),
};

test("a fifth site is refused with a reason, all tabs agree, and the chosen sites can be cleared", async () => {
  await page.viewport(390, 844);
  await openPage("/", readers);
  expect(tray().elements()).toEqual([]);
  await choice("Element").click();
  await see("Choose one more");
  await see("Element added. 1 of 4 sites");
  for (const name of ["Jitsi", "Mattermost", "Wire", "Zulip"]) await choice(name).click();
  await see("You can compare 4 sites at most.");
  await expect.element(choice("Zulip")).not.toBeChecked();
  expect(overflowsSideways()).toBe(false);

  const stored = localStorage.getItem("compared-sites")!;
  localStorage.setItem("compared-sites", JSON.stringify([JSON.parse(stored)[1]]));
  window.dispatchEvent(new StorageEvent("storage", { key: "compared-sites" }));
  await expect.element(choice("Element")).not.toBeChecked();
  await expect.element(choice("Jitsi")).toBeChecked();
  await press("Clear");
  await expect.element(tray()).not.toBeInTheDocument();
  await expect.element(choice("Jitsi")).not.toBeChecked();
  expect(localStorage.getItem("compared-sites")).toBeNull();
});

test("the chosen sites cover nothing that has the focus", async () => {
  await page.viewport(390, 844);
  await openPage("/", readers);
  await choice("Element").click();
  await expect.element(tray()).toBeVisible();
  for (const selector of ["footer a", ".card-link"]) {
    const link = [...document.querySelectorAll<HTMLElement>(selector)].at(-1)!;
    link.focus();
    const { left, bottom } = link.getBoundingClientRect();
    expect(document.elementFromPoint(left + 2, bottom - 2)?.closest(".compare-tray"), selector).toBeNull();
  }
  await press("Clear");
});

test("another site is added from the suggestions", async () => {
  const suggestions = { sites: [{ name: "Jitsi", slug: "jitsi", link: "https://jitsi.example/" }] };
  answerApi({ "GET suggestions/?q=jits": suggestions });
  await openPage("/compare/element-vs-mattermost", readers);
  await field("Add a site").fill("jits");
  await page.getByRole("option", { name: /Jitsi/ }).click();
  await expect.poll(address).toBe("/compare/element-vs-jitsi-vs-mattermost");
  await expect.element(page.getByRole("heading", { level: 1, name: /Element, Jitsi or Mattermost\?/ })).toBeVisible();
  await expect.element(field("Add a site")).toHaveValue("");
});

test.each([320, 390])(
  "at %i px all columns fit, and the names stay below the header while the page scrolls",
  async (width) => {
    await page.viewport(width, 500);
    await openPage("/compare/element-vs-jitsi-vs-mattermost-vs-zulip", readers);
    expect(overflowsSideways()).toBe(false);
    const label = page.getByRole("rowheader", { name: "Licence" }).element().querySelector("span")!;
    const cell = page.getByRole("cell", { name: "zulip" }).element();
    expect(textTop(cell)).toBeGreaterThanOrEqual(label.getBoundingClientRect().bottom);

    const later = page.getByRole("rowheader", { name: "Not stated for any" }).element();
    later.scrollIntoView({ block: "center", behavior: "instant" });
    const head = page.getByRole("columnheader", { name: "Zulip" }).element().getBoundingClientRect();
    expect(head.top).toBeGreaterThanOrEqual(document.querySelector(".site-header")!.getBoundingClientRect().bottom - 1);
    expect(head.bottom).toBeLessThan(later.getBoundingClientRect().top);
    expect(head.right).toBeLessThanOrEqual(width);
  },
);

test.each(["element-vs-zulip", "element-vs-jitsi-vs-zulip", "element-vs-jitsi-vs-mattermost-vs-zulip"])(
  "on a phone, the names of %s stand exactly above their cells",
  async (slugs) => {
    await page.viewport(390, 500);
    await openPage(`/compare/${slugs}`, readers);
    await expect.element(page.getByRole("rowheader", { name: "Licence" })).toBeVisible();
    const edges = (cells: string) =>
      [...document.querySelectorAll(cells)].map((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return [left, right];
      });
    expect(edges("thead th:not(:first-child)")).toEqual(edges("tbody:first-of-type td"));
  },
);

test("on a phone, the product to leave has a line of its own above the cells of each row", async () => {
  await page.viewport(320, 500);
  await openPage("/compare/element-vs-jitsi-vs-wire", readers);
  const label = page.getByRole("rowheader", { name: "Licence" }).element();
  const cells = [...label.parentElement!.querySelectorAll("td")];
  const [left, ...others] = cells.map((cell) => cell.getBoundingClientRect());
  expect(getComputedStyle(cells[0]!, "::before").content).toContain("Slack");
  for (const { top, width } of others) {
    expect(top).toBe(left!.bottom);
    expect(width).toBeCloseTo(left!.width / 3, 0);
  }
});

function textTop(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().top;
}
