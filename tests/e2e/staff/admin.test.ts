// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForText } from "../support/owners.ts";
import { createAccount, visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";
import { visit } from "../support/visit.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name, exact: true });
const modelLink = (page: Page, model: string) => page.getByRole("main").getByRole("link", { name: model, exact: true });

test("a refused value shows an error at its field and stays; Escape closes the form, then the dialog", async () => {
  const page = await visitAsStaff("/admin?model=sites/site&sort=name");
  const edit = page.getByRole("button", { name: /^Edit / }).first();
  await edit.click();
  const link = page.getByRole("form").getByLabel("Link");
  await link.fill("no address");
  await page.getByLabel("Featured by staff until").fill("2030-05-01T12:30");
  await button(page, "Save").click();
  await waitForText(page, "Please enter a valid URL.");
  await waitForFocus(link);
  expect(await link.inputValue()).toBe("no address");
  expect(await page.getByLabel("Featured by staff until").inputValue()).toBe("2030-05-01T12:30");
  expect(await findAccessibilityFaults(page)).toEqual([]);

  // With unsaved changes, leaving asks first.
  await dialog(page, "Sites").getByRole("button", { name: "Close" }).click();
  await dialog(page, "Leave without saving?").getByRole("button", { name: "Cancel" }).click();
  await dialog(page, "Leave without saving?").waitFor({ state: "detached" });
  expect(await link.inputValue()).toBe("no address");

  await page.route("**/api/sites/site/**", (route) => route.abort());
  await link.fill("https://lichess.example/");
  await button(page, "Save").click();
  await waitForText(page, "Network error - please check your connection");
  expect(await link.inputValue()).toBe("https://lichess.example/");

  await page.keyboard.press("Escape");
  await waitForFocus(edit);
  expect(await dialog(page, "Sites").count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog(page, "Sites").waitFor({ state: "detached" });
  await page.waitForURL(({ search }) => search === "");
});

test("records are sorted, filtered, searched and paged, and the URL keeps that", async () => {
  const page = await visitAsStaff("/admin?model=sites/site");
  const head = page.getByRole("columnheader", { name: "Name" });
  const names = () => page.getByRole("rowheader").allInnerTexts();
  await head.getByRole("link").click();
  await page.waitForURL(/sort=name/);
  await page.locator("[aria-sort=ascending]").waitFor();
  await page.locator("[aria-busy=false] table").waitFor();
  const ascending = await names();
  expect(ascending).toEqual(ascending.toSorted((a, b) => a.localeCompare(b, "en")));
  await head.getByRole("link").click();
  await page.locator("[aria-sort=descending]").waitFor();
  await page.locator("[aria-busy=false] table").waitFor();
  expect(await names()).not.toEqual(ascending);

  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.waitForURL(/page=2/);
  await page.getByRole("dialog").getByRole("searchbox").fill("nothing is called so");
  await waitForText(page, "No results found.");
  await page.getByRole("dialog").getByRole("searchbox").fill("lichess");
  await page.getByText("1 record", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 record", { exact: true }).waitFor();
  expect(await page.getByRole("dialog").getByRole("searchbox").inputValue()).toBe("lichess");
  await page.getByLabel("Show").selectOption("Pending review");
  await waitForText(page, "No results found.");
});

test("lists that cannot be loaded show an error and can be loaded again", async () => {
  const page = await visitAsStaff("/admin");
  await page.route("**/api/get_model/**", (route) => route.fulfill({ status: 503, json: { error: "No" } }));
  await page.reload();
  await waitForText(page, "Could not fetch models.");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.unroute("**/api/get_model/**");
  await button(page, "Try again").click();
  await modelLink(page, "Users").waitFor();

  await page.route("**/api/get_model/*/*/**", (route) => route.fulfill({ status: 503, json: { error: "No" } }));
  await modelLink(page, "Users").click();
  await waitForText(page, "Error fetching instances.");
  await page.unroute("**/api/get_model/*/*/**");
  await button(page, "Try again").click();
  await page.getByRole("row").nth(1).waitFor();

  await page.goto("/admin?model=sites/unknown");
  await waitForText(page, "There is no such model.");
});

test("staff can read fields that only superusers can change, and cannot delete users", async () => {
  const page = await visitAsStaff("/admin?model=accounts/user&q=owner@example.com");
  await button(page, "Edit owner@example.com").click();
  const form = page.getByRole("form");
  expect(await form.getByLabel("Suspended").count()).toBe(1);
  expect(await form.getByLabel("Superuser").count()).toBe(0);
  await form.getByText("Superuser").waitFor();
  expect(await button(page, "Delete owner@example.com").count()).toBe(0);
});

test(
  "the admin asks visitors to sign in, refuses users who are not staff, and says when a session has ended",
  { tags: "journey" },
  async () => {
    const stranger = await visit("/admin?model=sites/site");
    await stranger.getByRole("heading", { level: 1, name: "Login Required" }).waitFor();
    await stranger.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await stranger.waitForURL("**/login?next=*");
    expect(new URL(stranger.url()).searchParams.get("next")).toBe("/admin?model=sites/site");

    const email = await createAccount();
    const owner = await visitSignedIn("/admin", email);
    await waitForText(owner, "Only staff can do this.");
    expect((await owner.request.get("/api/get_model/")).status()).toBe(403);

    const page = await visitAsStaff("/admin");
    await modelLink(page, "Users").waitFor();
    await page.context().clearCookies({ name: /session/ });
    await modelLink(page, "Users").click();
    await page.getByText("Authentication error. Please log in.").waitFor();
  },
);
