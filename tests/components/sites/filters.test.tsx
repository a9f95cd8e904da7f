import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ProductPage } from "#schema/pages/pages.ts";
import { queryOfAddress } from "#web/features/sites/filters/list-href.ts";
import { overflowsSideways } from "../../e2e/support/in-page-checks.ts";
import { homePage, productPage, site, sitePage } from "../../web/support/pages.ts";
import { address, openPage } from "../support/directory.tsx";

const PATH = "/alternatives/slack";
const COUNTRIES = { DE: 9, FR: 8, US: 7, NL: 6, SE: 5, CH: 4, IT: 2 };
const opener = () => page.getByRole("link", { name: /^Filters/ });
const box = (name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}`) });
const sheet = () => page.getByRole("dialog", { name: "Filters" });
const chips = () =>
  [...document.querySelectorAll("ul[aria-label='Chosen filters'] a")].map(({ textContent }) => textContent);
const focus = (element: Element) => (element as HTMLElement).focus();
const country = () => page.getByRole("group", { name: "Company’s country" });
const showAll = () => country().getByRole("link", { name: /^Show all 7 of “Company’s country”/ });

/** Each chosen value takes sites away. `answer` may hold an answer back. */
const openList = (answer = (found: ProductPage): ProductPage | Promise<ProductPage> => found) =>
  openPage(PATH, {
    product(_, params) {
      const query = queryOfAddress(PATH, new URL(`${PATH}?${params}`, location.origin))!;
      const count = 12 - Object.values(query.filters).flat().length;
      const isCut = !query.values?.length;
      const facets = {
        runs_on: { linux: 3, android: 3 },
        hosting: { cloud: 4 },
        encrypted: { 1: 4 },
        country: isCut ? Object.fromEntries(Object.entries(COUNTRIES).slice(0, 4)) : COUNTRIES,
      };
      const sites = sitePage({ count, facets, results: [site(), site({ id: 2, slug: "zulip", name: "Zulip" })] });
      const product = { ...productPage().product, count };
      return answer(productPage({ product, query, sites: { ...sites, ...(isCut && { cut_facets: { country: 7 } }) } }));
    },
  });

test("on a phone, a sheet of filters narrows the list while boxes are pressed, and gives the focus back", async () => {
  await page.viewport(320, 640);
  await openList();
  await opener().click();
  await box("End-to-end encryption").click();
  await expect.element(sheet().getByRole("button", { name: "Show 11 sites" })).toBeVisible();
  expect(document.querySelector("dialog [aria-live=polite]")!.textContent).toBe("11 sites");
  await box("Cloud").click();
  await sheet().getByRole("button", { name: "Show 10 sites" }).click();
  expect(overflowsSideways()).toBe(false);
  await expect.element(sheet()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  expect(opener().element().textContent).toBe("Filters (2)");
  expect(address()).toBe(`${PATH}?encrypted=1&hosting=cloud`);
  await page.getByRole("link", { name: "Remove “Cloud”" }).click();
  await expect.poll(address).toBe(`${PATH}/encrypted`);
  history.back();
  await expect.poll(chips).toHaveLength(3);
  await opener().click();
  await expect.element(box("Cloud")).toBeChecked();
});

test("boxes that are pressed while the list loads all count, and a box keeps the focus", async () => {
  await page.viewport(1280, 800);
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  await openList((found) => (isHeld ? held.promise.then(() => found) : found));
  isHeld = true;
  const names = ["Cloud", "Linux", "Android"];
  for (const name of names) await box(name).click();
  for (const name of names) await expect.element(box(name)).toBeChecked();
  held.resolve();
  await expect.poll(address).toBe(`${PATH}?runs_on=linux&runs_on=android&hosting=cloud`);
  await expect.poll(chips).toEqual(["Android", "Linux", "Cloud", "Clear filters"]);
  await expect.element(box("Android")).toHaveFocus();
});

test("by keyboard, filters can be skipped", async () => {
  await page.viewport(1280, 800);
  await openList();
  focus(page.getByRole("link", { name: "Skip filters" }).element());
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Sites", exact: true })).toHaveFocus();
});

test.each([1280, 390])(
  "at %i px, “Show all” adds values of a filter, focuses the first of them, and they stay when one is chosen",
  async (width) => {
    await page.viewport(width, 844);
    await openList();
    if (width < 768) await opener().click();
    const boxes = country().getByRole("checkbox");
    focus(showAll().element());
    await userEvent.keyboard("{Enter}");
    await expect.element(showAll()).not.toBeInTheDocument();
    await expect.element(boxes.nth(4)).toHaveFocus();
    expect(boxes.elements()).toHaveLength(7);
    await userEvent.keyboard(" ");
    await expect.poll(address).toBe(`${PATH}?country=SE&values=country`);
    await expect.element(boxes.nth(4)).toHaveFocus();
    expect(boxes.elements()).toHaveLength(7);
  },
);

test.each([
  [390, () => expect.element(sheet().getByRole("checkbox", { name: /^Linux/ })).toBeVisible()],
  [1280, () => expect.element(page.getByRole("heading", { name: "Filters" })).toHaveFocus()],
])("at %s px, a press on “Filters” fetches the filters of the home page and leads to them", async (width, leads) => {
  await page.viewport(width, 800);
  await openPage("/", {
    home(_, params) {
      const query = queryOfAddress("/", new URL(`/?${params}`, location.origin))!;
      return homePage({
        query,
        sites: sitePage({ count: 5, ...(query.show && { facets: { runs_on: { linux: 3 } } }) }),
      });
    },
  });
  focus(opener().element());
  await userEvent.keyboard("{Enter}");
  await leads();
  await box("Linux").click();
  await expect.poll(address).toBe("/?runs_on=linux&show=filters");
});
