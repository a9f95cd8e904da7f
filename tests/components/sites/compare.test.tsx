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
    })),
    products: {},
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

test("another site is added from the suggestions, and only differences can be shown", async () => {
  const suggestions = { sites: [{ name: "Jitsi", slug: "jitsi", link: "https://jitsi.example/" }] };
  answerApi({ "GET suggestions/?q=jits": suggestions });
  await openPage("/compare/element-vs-mattermost", readers);
  await field("Add a site").fill("jits");
  await page.getByRole("option", { name: /Jitsi/ }).click();
  await expect.poll(address).toBe("/compare/element-vs-jitsi-vs-mattermost");
  await expect.element(page.getByRole("heading", { level: 1, name: /Element, Jitsi or Mattermost\?/ })).toBeVisible();
  await expect.element(field("Add a site")).toHaveValue("");

  const shown = (kind: string) =>
    [...document.querySelectorAll(`.comparison-group tr.${kind}`)].filter((row) => row.checkVisibility()).length;
  expect(shown("same")).toBeGreaterThan(0);
  const different = shown("different");
  await page.getByRole("checkbox", { name: "Only differences" }).click();
  expect([shown("same"), shown("different")]).toEqual([0, different]);
});

test("on a phone two of three columns fit, the others are swiped, and names of sites and rows stay in view", async () => {
  await page.viewport(390, 844);
  await openPage("/compare/element-vs-jitsi-vs-mattermost", readers);
  expect(overflowsSideways()).toBe(false);
  const box = page.getByRole("group", { name: "Comparison" }).element();
  box.scrollIntoView();
  box.scrollTo({ left: box.clientWidth, top: 100, behavior: "instant" });
  const head = page.getByRole("columnheader", { name: "Mattermost" }).element().getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  expect(head.top).toBeGreaterThanOrEqual(frame.top - 1);
  expect(head.right).toBeLessThanOrEqual(390);
  const label = box.querySelector("th[scope=row] span")!.getBoundingClientRect();
  expect(label.left).toBeLessThan(frame.left + 20);
});
