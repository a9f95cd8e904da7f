import { expect, test } from "vitest";
import { newAddress, signUp } from "./support/people.ts";
import { hydrated, visit } from "./support/visit.ts";
import { visitAsOwner } from "./support/owners.ts";

const OFFLINE = "You're offline.";

test("offline, the page stays, says so, and goes on by itself once there is a network", async () => {
  const page = await visit("/");
  await hydrated(page);
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog", exact: true }).click();
  await page.locator(".progress:visible").waitFor();
  await page.getByRole("heading", { level: 2, name: "Popular Alternatives" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");

  await page.context().setOffline(false);
  await page.waitForURL("**/blogs");
  await page.getByRole("heading", { level: 1, name: "Blog" }).waitFor();
  await page.getByText(OFFLINE).waitFor({ state: "detached" });
});

test("offline, a form keeps what was typed and can be sent again", async () => {
  const email = newAddress();
  const page = await visit("/signup");
  await hydrated(page);
  await page.context().setOffline(true);
  await signUp(page, email);
  await page.getByRole("alert").filter({ hasText: OFFLINE }).waitFor();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("We sent you an email").waitFor();
});

test("offline, a screen that is a document of its own waits for the network", async () => {
  const page = await visitAsOwner("/dashboard");
  await page.getByText("You don't have any sites yet").waitFor();
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  await page.getByRole("link", { name: "Add Alternative" }).first().click();
  await page.locator(".progress:visible").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await page.context().setOffline(false);
  await page.waitForURL("**/sites/create");
  await page.getByLabel("Site link").waitFor();
});

test("a page that does not exist offers the search, without scripts, too", async () => {
  const page = await visit("/matter-most-nothing", { javaScriptEnabled: false });
  await page.getByRole("heading", { level: 1, name: "Site not found" }).waitFor();
  const field = page.getByRole("searchbox", { name: "Search the directory" });
  expect(await field.inputValue()).toBe("matter most nothing");
  await field.fill("mattermost");
  await field.press("Enter");
  await page.waitForURL("**/?q=mattermost");
  await page.getByRole("link", { name: "Mattermost", exact: true }).first().waitFor();
});
