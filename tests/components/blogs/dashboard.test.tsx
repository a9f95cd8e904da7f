import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StaffBlogSummary } from "#schema/articles/blogs.ts";
import { anna } from "../../web/support/anna.ts";
import { button, press, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed, lost } from "../support/api.ts";
import { placeOf, showPrivate } from "../support/show.tsx";

const staff = { ...anna, is_staff: true };
const EMPTY = { count: 0, page: 1, pages: 0, results: [] };
const ANALYTICS = {
  total_users: 1234,
  featured_sites: 5,
  basic_sites: 7,
  total_sites: 12,
  days: [
    { day: "2026-11-20", users: 1200, featured_sites: 6, basic_sites: 7 },
    { day: "2026-11-21", users: 1234, featured_sites: 5, basic_sites: 7 },
  ],
};

const post = (title: string, changes: Partial<StaffBlogSummary>) => ({
  title,
  slug: title.toLowerCase(),
  updated_at: "2026-01-02T10:00:00Z",
  published_at: null,
  ...changes,
});
const draft = post("Drafted", { status: "draft" });
const POSTS = [
  draft,
  post("Planned", { status: "scheduled", published_at: "2030-01-02T10:00:00Z" }),
  post("Public", { status: "published", published_at: "2026-01-02T10:00:00Z" }),
];

const showDashboard = (answers: Answers = {}, at = "/dashboard", user = staff) =>
  showPrivate(
    "dashboard",
    at,
    {
      "GET sites/": EMPTY,
      "GET payments/": { ...EMPTY, payments: [], subscriptions: [] },
      "GET payments/ledger/": EMPTY,
      "GET analytics/": ANALYTICS,
      "GET blogs/user/": { ...EMPTY, results: POSTS, count: 3, pages: 1 },
      ...answers,
    },
    { user },
  );

const texts = (selector: string) =>
  Array.from(document.querySelectorAll<HTMLElement>(selector), ({ innerText }) => innerText.replaceAll(/\s+/g, " "));

test("staff see the numbers of users and sites, and a table of them by day", async () => {
  await showDashboard();
  await see("Numbers by day");
  expect(texts(".figures li")).toEqual([
    "Total users 1,234 +34 since 20 November 2026",
    "Featured sites 5 −1 since 20 November 2026",
    "Basic sites 7 ±0 since 20 November 2026",
    "Total sites 12 −1 since 20 November 2026",
  ]);
  await page.getByText("Numbers by day").click();
  expect(texts(".analytics-table tbody tr")).toEqual([
    "21 November 2026 1,234 5 7 12",
    "20 November 2026 1,200 6 7 13",
  ]);
});

test("analytics that cannot be loaded say so and can be loaded again, and the rest of the dashboard works", async () => {
  let works = false;
  await showDashboard({ "GET analytics/": () => (works ? ANALYTICS : lost()) });
  await see("Network error - please check your connection");
  await expect.element(page.getByRole("tab", { name: "My Sites" })).toBeVisible();
  works = true;
  await press("Try again");
  await see("1,234");
});

test("staff see the status of each post, and delete one after a question", async () => {
  let posts = POSTS;
  let answer = failed;
  await showDashboard({
    "GET blogs/user/": () => ({ ...EMPTY, results: posts, count: posts.length, pages: 1 }),
    "DELETE blogs/drafted/": () => answer(),
  });
  await expect.element(page.getByRole("link", { name: "Add Blog" })).toHaveAttribute("href", "/blogs/create");
  await page.getByRole("tab", { name: "Blog" }).click();
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  await expect.element(row("Drafted").getByText("Draft", { exact: true })).toBeInTheDocument();
  await expect.element(row("Planned").getByText("Scheduled")).toBeInTheDocument();
  await expect.element(row("Planned").getByText(/2\s+January\s+2030/)).toBeInTheDocument();
  await expect.element(row("Public").getByText("Published")).toBeInTheDocument();
  for (const [title, path] of [
    ["Drafted", "/blogs/preview/drafted"],
    ["Public", "/blogs/public"],
  ] as const)
    await expect.element(page.getByRole("link", { name: title, exact: true })).toHaveAttribute("href", path);

  await press("Delete Drafted");
  await press("Delete for good");
  await seeAlert("Failed to delete blog.");
  answer = () => {
    posts = posts.filter((one) => one !== draft);
    return new Response(null, { status: 204 });
  };
  await press("Delete for good");
  await see("“Drafted” was deleted.");
  await expect.element(button("Delete Drafted")).not.toBeInTheDocument();
});

test("owners see neither the analytics nor the blog posts", async () => {
  const { router, calls } = await showDashboard({}, "/dashboard?tab=blog", anna);
  await expect.element(page.getByRole("tab", { name: "My Sites", selected: true })).toBeVisible();
  expect(page.getByText("Analytics").elements()).toEqual([]);
  expect(page.getByRole("tab", { name: "Blog" }).elements()).toEqual([]);
  expect(page.getByRole("link", { name: "Add Blog" }).elements()).toEqual([]);
  expect(calls).not.toContain("GET analytics/");
  expect(placeOf(router)).toBe("/dashboard?tab=blog");
});
