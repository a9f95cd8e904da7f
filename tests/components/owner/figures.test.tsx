import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { DayFigures } from "#schema/sites/figures.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { field, press, see } from "../support/actions.ts";
import { daysOf } from "../../support/figure-days.ts";
import { showPrivate } from "../support/show.tsx";
import { ownSite } from "../support/sites.ts";

const times = (count: number, day: Partial<DayFigures>) => Array.from({ length: count }, () => day);
const free = { seen: { list: 50 }, opened: { list: 2 }, views: 2, visited: { list: 1 }, visits: 1 };
const paid = { ...free, featured: true, seen: { list: 50, featured: 4 }, visited: { list: 1, featured: 2 }, visits: 3 };

const showFigures = (days: Partial<DayFigures>[], site: Partial<EditableSite> = {}, query = "") =>
  showPrivate("figures", `/site/figures/7${query}`, {
    "GET sites/7/figures/?*": { days: daysOf(days) },
    "GET sites/7/": { ...ownSite, ...site },
  });

const row = (name: string) => page.getByRole("row", { name });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const section = (name: string) => page.getByRole("region", { name });

test("the figures of a period are shown in words, by day and by place, without another call", async () => {
  const days = [...times(370, {}), ...times(6, free), ...times(23, { ...paid, bots: 3, likes: 1 }), free];
  const { calls } = await showFigures(days);
  await expect.element(page.getByRole("heading", { name: "Figures of Mine" })).toBeVisible();
  await see("In 30 days");
  const totals = section("In 30 days").getByRole("listitem");
  const words = totals.elements().map(({ textContent }) => /^\D+[\d,]+/.exec(textContent)![0]);
  expect(words).toEqual(["Shown1,592", "Opened60", "Visited76", "Likes23"]);
  await see("69 more are left out: programs, and too many from one network.");
  const chart = page.getByRole("img", { name: /^Opened and visited by day/ });
  await expect.element(chart).toHaveAccessibleName(/Most on one day: 2 opened, 3 visited. Featured on 23 of 30 days.$/);
  await page.getByText("Numbers by day").click();
  expect(section("By day").getByRole("row").elements()).toHaveLength(31);
  await expect.element(row("List of all sites 1,500 60 30 4.0 %")).toBeVisible();
  // Fewer than 100 views give no rate.
  await expect.element(row("Featured row 92 0 46 –")).toBeVisible();
  await expect.element(page.getByText("Search engines and links")).not.toBeInTheDocument();
  const [from, to] = [daysOf(days)[370]!.date, daysOf(days)[399]!.date];
  await expect
    .element(link("Download these days (CSV)"))
    .toHaveAttribute("href", `/api/sites/7/figures.csv?from=${from}&to=${to}`);
  const before = calls.length;
  await link("7 days").click();
  await see("In 7 days");
  await expect.element(link("7 days")).toHaveAttribute("aria-current", "page");
  expect(section("By day").getByRole("row").elements()).toHaveLength(8);
  expect(calls).toHaveLength(before);
});

test("a listing that nobody has met says so, and has nothing to compare", async () => {
  await showFigures(times(400, {}), {}, "?days=90");
  await see("Nobody was counted in these days.");
  await see("In 90 days");
  await expect.element(page.getByText("By place")).not.toBeInTheDocument();
  await expect.element(page.getByText("Featured against the 30 days before")).not.toBeInTheDocument();
});

test.for<[string, Partial<DayFigures>[], string]>([
  [
    "more",
    [...times(30, free), ...times(24, paid), paid],
    "Featured: 3 visits a day in 24 days. Before: 1 a day in 30 days. That is about 3 times as many.",
  ],
  [
    "fewer",
    [...times(30, { ...free, visits: 9 }), ...times(30, { ...paid, visits: 5 }), paid],
    "Featured: 5 visits a day in 30 days. Before: 9 a day in 30 days. That is about 44 % fewer.",
  ],
  [
    "none before",
    [...times(30, { ...free, visits: 0 }), ...times(30, paid), paid],
    "Before: 0 a day in 30 days. That is more.",
  ],
  ["too few", [...times(30, free), ...times(9, paid), paid], "That is too few to tell whether the featured place"],
])("featured days against those before, of which today is none: %s", async ([, days, text]) => {
  await showFigures(days);
  await expect.element(section("Featured against the 30 days before").getByText(text, { exact: false })).toBeVisible();
});

test("a badge is chosen, seen and copied", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await showFigures(times(9, free), { verified: { method: "dns", since: "2026-11-20T12:00:00.000Z" } });
  await field("Badge").selectOptions("Verified on Directory");
  await field("Colours").selectOptions("Dark");
  const { origin } = location;
  const path = "/badges/mine.svg?show=verified&theme=dark";
  await expect.element(page.getByAltText("Verified on Directory")).toHaveAttribute("src", path);
  const html = `<a href="${origin}/mine#badge"><img src="${origin}${path.replace("&", "&amp;")}" alt="Verified on Directory"></a>`;
  await expect.element(field("HTML")).toHaveValue(html);
  await expect
    .element(field("Markdown"))
    .toHaveValue(`[![Verified on Directory](${origin}${path})](${origin}/mine#badge)`);
  await press("Copy HTML");
  expect(written).toHaveBeenCalledWith(html);
  await see("HTML copied");
});

test("a listing is offered only the badges that are true, and a pending one none", async () => {
  await showFigures(times(9, free));
  expect((await field("Badge").findElement()).textContent).toBe("Listed on Directory");
  await showFigures(times(9, free), { interactions: { likes: 0, comments: 2 } });
  await field("Badge").selectOptions("People who moved to Mine");
  await expect.element(field("HTML")).toHaveValue(expect.stringContaining("mine.svg?show=moved"));
  await showFigures(times(9, {}), { review: "pending" });
  await see("Nobody was counted in these days.");
  await expect.element(page.getByText("Badge for your website")).not.toBeInTheDocument();
});
