// @module-tag long
import { expect, test } from "vitest";
import { mailedLink } from "../support/mail.ts";
import { newEmail, signUp, visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";
import { listSite } from "../support/owners.ts";

const OFFLINE = "You're offline.";

test("offline, a page stays open and says so, and links wait for the network", { tags: "journey" }, async () => {
  const page = await visit("/");
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

test("offline, a form keeps what was typed and can be sent again", { tags: "journey" }, async () => {
  const email = newEmail();
  const page = await visit("/signup");
  await page.context().setOffline(true);
  await signUp(page, email);
  await page.getByRole("alert").filter({ hasText: OFFLINE }).waitFor();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await mailedLink(email, "/signup/verify/");
});

test("offline, a screen that loads a new document waits for the network", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/dashboard");
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

test("offline, on a small phone, the note covers no link, button or field", async () => {
  const page = await visitSignedIn("/user");
  const { id } = await listSite(page);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ["/", `/site/edit/${id}`]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    for (const link of await page.getByRole("banner").getByRole("link").all()) await link.click({ trial: true });
    expect(await page.evaluate(findCovered, ".offline-note"), path).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText(OFFLINE).waitFor({ state: "detached" });
  }
});

/** Returns the controls that the element still covers after they are scrolled into view. */
function findCovered(selector: string): string[] {
  const cover = document.querySelector(selector)!;
  const pressed = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")];
  return pressed
    .filter((element) => {
      if (element.closest(".skip-link") || !element.checkVisibility({ visibilityProperty: true })) return false;
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const [box, over] = [element.getBoundingClientRect(), cover.getBoundingClientRect()];
      return box.height > 0 && box.bottom > over.top + 0.5 && box.top < over.bottom - 0.5;
    })
    .map((element) => element.outerHTML.slice(0, 160));
}

test("a page that does not exist offers the search, even without scripts", { tags: "journey" }, async () => {
  const page = await visit("/matter-most-nothing", { javaScriptEnabled: false });
  await page.getByRole("heading", { level: 1, name: "Site not found" }).waitFor();
  const field = page.getByRole("searchbox", { name: "Search the directory" });
  expect(await field.inputValue()).toBe("matter most nothing");
  await field.fill("mattermost");
  await field.press("Enter");
  await page.waitForURL("**/?q=mattermost#results");
  await page.getByRole("link", { name: "Mattermost", exact: true }).first().waitFor();
});
