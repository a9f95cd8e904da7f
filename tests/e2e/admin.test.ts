import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useOwnServer } from "./support/base-url.ts";
import { findFaultsInAllLooks } from "./support/faults.ts";
import { mailsTo } from "./support/mail.ts";
import { articleOf, call, listSite, says, visitAsOwner } from "./support/owners.ts";
import { newAddress, register, visitSignedIn } from "./support/people.ts";
import { fillWithSuperuser, hasFocus, tabAndEnter, tabTo, visitAsStaff, visitAsSuperuser } from "./support/staff.ts";
import { visit } from "./support/visit.ts";

useOwnServer(fillWithSuperuser);

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name, exact: true });
const modelLink = (page: Page, model: string) => page.getByRole("main").getByRole("link", { name: model, exact: true });

/** How many records the card counts. */
async function countOf(page: Page, model: string): Promise<number> {
  const row = page.getByRole("main").getByRole("listitem");
  const own = row.filter({ has: page.getByRole("link", { name: model, exact: true }) }).last();
  return Number(await own.locator(".count").innerText());
}

/** Somebody's new site with an alternative of its own. */
async function makeSite(): Promise<{ site: string; alternative: string }> {
  const owner = await visitAsOwner("/user");
  const alternative = unique("Product");
  const site = await listSite(owner, {
    alternatives: [{ name: alternative, link: `https://${crypto.randomUUID()}.example/` }],
  });
  return { site: site.name, alternative };
}

async function makePost(page: Page): Promise<string> {
  const title = unique("Post");
  await page.evaluate(
    async ([name, content]) => {
      const body = new FormData();
      body.append("title", name!);
      body.append("content", content!);
      const token = /csrftoken=([^;]*)/.exec(document.cookie)![1]!;
      await fetch("/api/blogs/user/", { method: "POST", headers: { "x-csrftoken": token }, body });
    },
    [title, articleOf("It begins.")],
  );
  return title;
}

async function makeMessage(page: Page): Promise<string> {
  const email = newAddress();
  await call(page, "POST", "contact/", { email, message: "Is there an app for it?" });
  return email;
}

type Made = { name: string; search?: string };
type Case = [model: string, make: (page: Page) => Promise<Made>, isRenamed: boolean];

const EDITABLE: Case[] = [
  ["Sites", async () => ({ name: (await makeSite()).site }), true],
  ["Alternatives", async () => ({ name: (await makeSite()).alternative }), true],
  ["Users", async () => ({ name: await register() }), false],
  [
    "Articles",
    async (page) => {
      const name = await makePost(page);
      return { name, search: name.toLowerCase().replace(" ", "-") };
    },
    true,
  ],
  ["Messages", async (page) => ({ name: await makeMessage(page) }), false],
];

/** From the front page to a record's row, without a pointer. */
async function findByKeyboard(page: Page, model: string, { name, search = name }: Made): Promise<void> {
  await page.goto("/admin");
  await tabAndEnter(page, modelLink(page, model));
  await dialog(page, model).waitFor();
  if (model !== "Alternatives") {
    await tabTo(page, page.getByRole("searchbox"));
    await page.keyboard.type(search);
    await page.getByText("1 record", { exact: true }).waitFor();
  }
  await button(page, `Edit ${name}`).waitFor();
}

test.each(EDITABLE)("in %s a record is found, edited and deleted by keyboard alone", async (model, make, isRenamed) => {
  const page = await visitAsSuperuser("/admin");
  const made = await make(page);
  await findByKeyboard(page, model, made);
  const before = await countOf(page, model);

  // The first field has the focus at once, and the button gets it back.
  await tabAndEnter(page, button(page, `Edit ${made.name}`));
  await page.getByRole("form", { name: `Edit ${made.name}` }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" again");
  await tabAndEnter(page, button(page, "Save"));
  const name = isRenamed ? `${made.name} again` : made.name;
  await says(page, `“${name}” was saved.`);
  expect(await hasFocus(button(page, `Edit ${name}`))).toBe(true);

  await tabAndEnter(page, button(page, `Delete ${name}`));
  await dialog(page, /^Delete this/)
    .getByText(name)
    .waitFor();
  await tabAndEnter(page, button(page, "Cancel"));
  expect(await hasFocus(button(page, `Delete ${name}`))).toBe(true);
  await page.keyboard.press("Enter");
  await tabAndEnter(page, button(page, "Delete for good"));
  await says(page, `“${name}” was deleted.`);
  await button(page, `Edit ${name}`).waitFor({ state: "detached" });

  // Really, and the card counts one less.
  await page.keyboard.press("Escape");
  await dialog(page, model).waitFor({ state: "detached" });
  expect(await hasFocus(modelLink(page, model))).toBe(true);
  await expect.poll(() => countOf(page, model)).toBe(before - 1);
  await page.reload();
  await modelLink(page, model).click();
  await page.getByRole("table").or(page.getByText("No results found.")).waitFor();
  expect(await button(page, `Edit ${name}`).count()).toBe(0);
});

test("a product is renamed but never deleted, and a session is ended, by keyboard alone", async () => {
  const page = await visitAsSuperuser("/admin");
  const { alternative } = await makeSite();
  await findByKeyboard(page, "Products", { name: alternative });
  expect(await button(page, `Delete ${alternative}`).count()).toBe(0);
  await tabAndEnter(page, button(page, `Edit ${alternative}`));
  await page.keyboard.press("End");
  await page.keyboard.type(" again");
  await page.keyboard.press("Enter");
  await says(page, `“${alternative} again” was saved.`);

  const email = await register();
  const owner = await visitSignedIn("/user", email);
  await page.goto("/admin");
  await tabAndEnter(page, modelLink(page, "Sessions"));
  await tabAndEnter(page, button(page, `Delete ${email}`));
  await tabAndEnter(page, button(page, "Delete for good"));
  await says(page, `“${email}” was deleted.`);
  await owner.reload();
  await owner.waitForURL("**/login?next=**");
});

test("an answer to a message is mailed, and stands in the audit log as what it was and became", async () => {
  const page = await visitAsSuperuser("/admin");
  const email = await makeMessage(page);
  await page.goto("/admin?model=contact/message&filter=unanswered");
  await button(page, `Edit ${email}`).click();
  await page.getByRole("form").getByText("Is there an app for it?").waitFor();
  await page.getByRole("textbox", { name: "Answer" }).fill("Yes, there is.");
  await button(page, "Save").click();
  await says(page, "was saved.");
  expect((await mailsTo(email))[0]!.text).toContain("Yes, there is.");

  await page.goto("/admin?model=audit/entry");
  const entry = page
    .getByRole("row")
    .filter({ hasText: "contact.message" })
    .filter({ hasText: "Yes, there is." })
    .first();
  expect((await entry.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /root@example\.com change contact\.message \d+ answer nothing → became Yes, there is\./,
  );
  expect(await page.getByRole("button", { name: /^(Edit|Delete)/ }).count()).toBe(0);
});

test("what is refused stands beside its field and what was typed stays; Escape ends the edit, then the dialog", async () => {
  const page = await visitAsStaff("/admin?model=sites/site&sort=name");
  const edit = page.getByRole("button", { name: /^Edit / }).first();
  await edit.click();
  const link = page.getByRole("form").getByLabel("Link");
  await link.fill("no address");
  await page.getByLabel("Featured by hand until").fill("2030-05-01T12:30");
  await button(page, "Save").click();
  await says(page, "Please enter a valid URL.");
  expect(await hasFocus(link)).toBe(true);
  expect(await link.inputValue()).toBe("no address");
  expect(await page.getByLabel("Featured by hand until").inputValue()).toBe("2030-05-01T12:30");
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  // No way round with something typed, except on purpose.
  await dialog(page, "Sites").getByRole("button", { name: "Close" }).click();
  await dialog(page, "Leave without saving?").getByRole("button", { name: "Cancel" }).click();
  expect(await link.inputValue()).toBe("no address");

  await page.route("**/api/sites/site/**", (route) => route.abort());
  await link.fill("https://lichess.example/");
  await button(page, "Save").click();
  await says(page, "Network error - please check your connection");
  expect(await link.inputValue()).toBe("https://lichess.example/");

  await page.keyboard.press("Escape");
  expect(await hasFocus(edit)).toBe(true);
  expect(await dialog(page, "Sites").count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog(page, "Sites").waitFor({ state: "detached" });
  await page.waitForURL(({ search }) => search === "");
});

test("records are sorted by a column's header, filtered, searched and turned over, and the address keeps it", async () => {
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
  await page.getByRole("searchbox").fill("nothing is called so");
  await says(page, "No results found.");
  await page.getByRole("searchbox").fill("lichess");
  await page.getByText("1 record", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 record", { exact: true }).waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("lichess");
  await page.getByLabel("Show").selectOption("Waiting for review");
  await says(page, "No results found.");
});

test("lists that cannot be loaded say so and are asked for again", async () => {
  const page = await visitAsStaff("/admin");
  await page.route("**/api/get_model/**", (route) => route.fulfill({ status: 503, json: { error: "No" } }));
  await page.reload();
  await says(page, "Could not fetch models.");
  await page.unroute("**/api/get_model/**");
  await button(page, "Try again").click();
  await modelLink(page, "Users").waitFor();

  await page.route("**/api/get_model/*/*/**", (route) => route.fulfill({ status: 503, json: { error: "No" } }));
  await modelLink(page, "Users").click();
  await says(page, "Error fetching instances.");
  await page.unroute("**/api/get_model/*/*/**");
  await button(page, "Try again").click();
  await page.getByRole("row").nth(1).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);

  await page.goto("/admin?model=sites/unknown");
  await says(page, "There is no such model.");
});

test("staff read what only superusers may change, and cannot delete people", async () => {
  const page = await visitAsStaff("/admin?model=accounts/user&q=owner@example.com");
  await button(page, "Edit owner@example.com").click();
  const form = page.getByRole("form");
  expect(await form.getByLabel("Suspended").count()).toBe(1);
  expect(await form.getByLabel("Superuser").count()).toBe(0);
  await form.getByText("Superuser").waitFor();
  expect(await button(page, "Delete owner@example.com").count()).toBe(0);
});

test("visitors are asked to log in and come back, other people learn that only staff may, and a session that ends says so", async () => {
  const stranger = await visit("/admin?model=sites/site");
  await stranger.getByRole("heading", { level: 1, name: "Login Required" }).waitFor();
  await stranger.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await stranger.waitForURL("**/login?next=*");
  expect(new URL(stranger.url()).searchParams.get("next")).toBe("/admin?model=sites/site");

  const email = await register();
  const owner = await visitSignedIn("/admin", email);
  await says(owner, "Only staff may do this.");
  expect((await owner.request.get("/api/get_model/")).status()).toBe(403);
  expect(await findFaultsInAllLooks(owner)).toEqual([]);

  const page = await visitAsStaff("/admin");
  await modelLink(page, "Users").waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.context().clearCookies({ name: /session/ });
  await page.setViewportSize({ width: 1280, height: 800 });
  await modelLink(page, "Users").click();
  await page.getByText("Authentication error. Please log in.").waitFor();
});
