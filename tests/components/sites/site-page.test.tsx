import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { parseListQuery } from "#schema/pages/pages.ts";
import { anna } from "../../web/support/anna.ts";
import { postPage, site, siteDetailPage, sitePage } from "../../web/support/pages.ts";
import { button, field } from "../support/actions.ts";
import { answerApi } from "../support/api.ts";
import { passTime, stopClock, untilGone, untilShown } from "../support/clock.ts";
import { address, openPage } from "../support/directory.tsx";

const edit = () => page.getByRole("link", { name: /^(Edit|Add facts)/ });
test("the link is copied, and the confirmation disappears after two seconds", async () => {
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openPage("/plausible", { site: () => siteDetailPage() });
  stopClock();
  (button("Copy link").element() as HTMLElement).click();
  const message = page.getByText("Link copied");
  await untilShown(message);
  expect(copy).toHaveBeenCalledExactlyOnceWith(`${location.origin}/plausible`);
  await passTime(1999);
  expect(message.elements()).toHaveLength(1);
  await passTime(1);
  await untilGone(message);
});

test("the sidebar searches, sorts, paginates and clears without leaving the site page", async () => {
  await openPage("/plausible", {
    site: (_, params) => {
      const { query } = parseListQuery(params);
      const results = [site({ id: 2, slug: "other", name: `Found by ${params}` })];
      return { ...siteDetailPage(), discover: { query, sites: sitePage({ results, page: query.page, pages: 3 }) } };
    },
  });
  const aside = page.getByRole("complementary", { name: "Discover Other Sites" });
  const link = (name: string) => aside.getByRole("link", { name, exact: true });
  await link("Next").click();
  await expect.element(link("Found by page=2")).toBeVisible();
  await link("Oldest").click();
  await expect.element(link("Found by sort=oldest")).toBeVisible();
  await expect.element(link("Oldest")).toHaveAttribute("aria-current", "true");
  await field("Name or description").fill("tax");
  await userEvent.keyboard("{Enter}");
  await expect.element(link("Found by q=tax&sort=oldest")).toBeVisible();
  await link("Clear Filters").click();
  await expect.element(link("Found by")).toBeVisible();
  expect(address()).toBe("/plausible");
  await expect.element(field("Name or description")).toHaveValue("");
});

test("owners see Edit on the page of their own site, which moves nothing, and others do not", async () => {
  const topOf = (part: Element) => part.getBoundingClientRect().top + scrollY;
  const tops = () => Array.from(document.querySelectorAll("h1, #discover"), topOf);
  const read = { site: () => siteDetailPage() };
  const own = Promise.withResolvers<object>();
  answerApi({ "GET check_auth/": { user: anna }, "GET likes/?ids=1": () => own.promise });
  await openPage("/plausible", read, anna);
  await expect.element(edit()).not.toBeInTheDocument();
  const before = tops();
  own.resolve({ liked: [], own: [1] });
  await expect.element(page.getByRole("link", { name: "Edit Plausible" })).toHaveAttribute("href", "/site/edit/1");
  await expect.element(page.getByRole("link", { name: "Add facts" })).toBeVisible();
  expect(tops()).toEqual(before);
});

test("a stranger sees no Edit, and the button counts the own like", async () => {
  const stranger = { ...anna, id: 2 };
  answerApi({
    "GET check_auth/": { user: stranger },
    "GET likes/?ids=1": { liked: [], own: [] },
    "POST sites/1/like/": { like_count: 4, is_liked_by_user: true },
  });
  await openPage("/plausible", { site: () => siteDetailPage() }, stranger);
  const likes = page.getByRole("button", { name: /^Like Plausible/ });
  await expect.element(likes).toHaveTextContent("Like Plausible 3");
  await likes.click();
  await expect.element(likes).toHaveTextContent("Like Plausible 4");
  await expect.element(edit()).not.toBeInTheDocument();
});

test("staff see Edit on every site page and on posts", async () => {
  const staff = { ...anna, id: 3, is_staff: true };
  answerApi({ "GET check_auth/": { user: staff }, "GET likes/?ids=1": { liked: [], own: [] } });
  const router = await openPage("/plausible", { site: () => siteDetailPage(), post: () => postPage() }, staff);
  await expect.element(page.getByRole("link", { name: "Edit Plausible" })).toBeVisible();
  await router.navigate("/blogs/a-post");
  await expect.element(page.getByRole("link", { name: "Edit A post" })).toHaveAttribute("href", "/blogs/edit/a-post");
});
