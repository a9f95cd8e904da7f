import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { homePage, site, siteDetailPage, sitePage } from "../../web/support/pages.ts";
import { openPage } from "../support/directory.tsx";

const view = () => document.documentElement.dataset["view"];
const radio = (name: string) => page.getByRole("radio", { name });
const cards = () => [...document.querySelectorAll(".site-grid .site-card")].map((card) => card.getBoundingClientRect());

const screenshot = { url: "/media/a-1600x1000.webp", alt: "", list_width: 1600 };

const readers = {
  home: () =>
    homePage({
      sites: sitePage({ results: [site({ screenshot }), site({ id: 2, slug: "zulip", name: "Zulip" })], count: 2 }),
      popular: {
        results: [{ name: "Slack", slug: "slack", count: 4, sites: [{ name: "Mattermost", blog_slug: "mattermost" }] }],
        count: 1,
        page: 1,
        pages: 1,
      },
    }),
  site: () => siteDetailPage({ title: "Mattermost" }),
};

test("a popular product opens a dialog with its alternatives, closed by Escape, a click outside or a button", async () => {
  await openPage("/", readers);
  const product = page.getByRole("link", { name: "Slack", exact: true });
  const dialog = page.getByRole("dialog", { name: "Alternatives to Slack" });
  const closings = [
    () => userEvent.keyboard("{Escape}"),
    () => dialog.click({ position: { x: -20, y: 5 }, force: true }),
    () => dialog.getByRole("button", { name: "Close" }).click(),
  ];
  for (const close of closings) {
    await product.click();
    await expect.element(dialog.getByRole("link", { name: "Mattermost" })).toBeVisible();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(product).toHaveFocus();
  }
  await product.click();
  await dialog.getByRole("link", { name: "Mattermost" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Mattermost" })).toBeVisible();
});

test("a visitor chooses low rows of a table or large cards, which have one column on phones", async () => {
  await page.viewport(1280, 800);
  await openPage("/", readers);
  const { height } = cards()[0]!;
  (radio("Cards").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(radio("Table")).toBeChecked();
  expect([view(), localStorage.getItem("view")]).toEqual(["table", "table"]);
  expect(cards()[0]!.height).toBeLessThan(height);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(radio("Large")).toBeChecked();
  expect(cards()[0]!.top).toBe(cards()[1]!.top);
  await page.viewport(390, 844);
  await expect.poll(() => cards()[0]!.left).toBe(cards()[1]!.left);
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(view).toBe("cards");
});

test.each([1, 2, 3])("%s sites share the row, and the first keeps its place while the others arrive", async (count) => {
  await page.viewport(1280, 800);
  const results = Array.from({ length: count }, (_, index) => site({ id: index + 1, slug: `site-${index}` }));
  await openPage("/", { ...readers, home: () => homePage({ sites: sitePage({ results, count }) }) });
  const all = cards();
  expect(new Set(all.map(({ top }) => top)).size).toBe(1);
  expect(all.at(-1)!.right).toBeCloseTo(document.querySelector(".site-grid")!.getBoundingClientRect().right, 0);
  for (const later of document.querySelectorAll(".site-grid > li + li")) later.remove();
  expect(cards()[0]!.width).toBe(all[0]!.width);
});

test("a list without pictures has no large cards, also if the visitor chose them for other lists", async () => {
  document.documentElement.dataset["view"] = "large";
  await openPage("/", { ...readers, home: () => homePage() });
  await expect.element(radio("Cards")).toBeChecked();
  expect(radio("Large").elements()).toEqual([]);
  document.documentElement.dataset["view"] = "cards";
});

test("the view can be chosen if the browser stores nothing", async () => {
  await openPage("/", readers);
  const blocked = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Blocked", "SecurityError");
  });
  await radio("Table").click();
  blocked.mockRestore();
  await expect.element(radio("Table")).toBeChecked();
  await radio("Cards").click();
});
