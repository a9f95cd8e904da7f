// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { mailsTo } from "../support/mail.ts";
import { callApi, listSite, waitForText } from "../support/owners.ts";
import { newEmail, createAccount, PASSWORD, visitSignedIn } from "../support/people.ts";
import { waitForFocus, tabAndEnter, tabTo } from "../support/keyboard.ts";
import { visitAsSuperuser, writePost } from "../support/staff.ts";

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name, exact: true });
const modelLink = (page: Page, model: string) => page.getByRole("main").getByRole("link", { name: model, exact: true });

/** Creates an owner with a site and an alternative that no other site has. */
async function makeSite(): Promise<{ site: string; alternative: string }> {
  const owner = await visitSignedIn("/user");
  const alternative = unique("Product");
  const site = await listSite(owner, {
    alternatives: [{ name: alternative, link: `https://${crypto.randomUUID()}.example/` }],
  });
  return { site: site.name, alternative };
}

async function makeMessage(page: Page): Promise<string> {
  const email = newEmail();
  await callApi(page, "POST", "contact/", { email, message: "Is there an app for it?" });
  return email;
}

type Made = { name: string; search?: string };
type Case = [model: string, make: (page: Page) => Promise<Made>, isRenamed: boolean];

const EDITABLE: Case[] = [
  ["Sites", async () => ({ name: (await makeSite()).site }), true],
  ["Alternatives", async () => ({ name: (await makeSite()).alternative }), true],
  ["Users", async () => ({ name: await createAccount() }), false],
  [
    "Blog posts",
    async (page) => {
      const name = unique("Post");
      await writePost(page, { title: name });
      return { name, search: name.toLowerCase().replace(" ", "-") };
    },
    true,
  ],
  ["Messages", async (page) => ({ name: await makeMessage(page) }), false],
];

/** Opens the list of a model and searches for a record, with the keyboard only. */
async function findByKeyboard(page: Page, model: string, { name, search = name }: Made): Promise<void> {
  await page.goto("/admin");
  await tabAndEnter(page, modelLink(page, model));
  await dialog(page, model).waitFor();
  await tabTo(page, page.getByRole("dialog").getByRole("searchbox"));
  await page.keyboard.type(search);
  await page.waitForURL((url) => url.searchParams.get("q") === search);
  await page.locator(".records-box[aria-busy=false]").waitFor();
  await page.getByText("1 record", { exact: true }).waitFor();
  await button(page, `Edit ${name}`).waitFor();
}

test.each(EDITABLE)(
  "a record of %s is found, edited and deleted with the keyboard only",
  async (model, make, isRenamed) => {
    const page = await visitAsSuperuser("/admin");
    const made = await make(page);
    await findByKeyboard(page, model, made);

    // The first field gets the focus. After saving, the button gets it back.
    await tabAndEnter(page, button(page, `Edit ${made.name}`));
    await page.getByRole("form", { name: `Edit ${made.name}` }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" again");
    await tabAndEnter(page, button(page, "Save"));
    const name = isRenamed ? `${made.name} again` : made.name;
    await waitForText(page, `“${name}” was saved.`);
    await waitForFocus(button(page, `Edit ${name}`));

    await tabAndEnter(page, button(page, `Delete ${name}`));
    await dialog(page, /^Delete this/)
      .getByText(name)
      .waitFor();
    await tabAndEnter(page, button(page, "Cancel"));
    await waitForFocus(button(page, `Delete ${name}`));
    await page.keyboard.press("Enter");
    await tabAndEnter(page, button(page, "Delete for good"));
    await waitForText(page, `“${name}” was deleted.`);
    await button(page, `Edit ${name}`).waitFor({ state: "detached" });

    // The record is deleted on the server.
    await page.keyboard.press("Escape");
    await dialog(page, model).waitFor({ state: "detached" });
    await waitForFocus(modelLink(page, model));
    await page.waitForURL((url) => url.search === "");
    await page.reload();
    await modelLink(page, model).click();
    await page
      .getByRole("table")
      .or(page.getByText(/^No .+ yet\.$/))
      .waitFor();
    expect(await button(page, `Edit ${name}`).count()).toBe(0);
  },
);

test("an incomplete date shows an error at its field, and the stored date stays", async () => {
  const page = await visitAsSuperuser("/admin");
  const title = unique("Dated");
  const slug = title.toLowerCase().replace(" ", "-");
  await writePost(page, { title, published_at: "2020-01-02T10:00:00Z" });
  await findByKeyboard(page, "Blog posts", { name: title, search: slug });
  await button(page, `Edit ${title}`).click();
  const published = page.getByRole("form", { name: `Edit ${title}` }).getByLabel("Published", { exact: true });
  await published.focus();
  await page.keyboard.press("Backspace");
  await button(page, "Save").click();
  await expect.poll(() => published.getAttribute("aria-invalid")).toBe("true");
  await waitForFocus(published);
  expect((await page.request.get(`/blogs/${slug}`)).status()).toBe(200);
});

test("a product is renamed but cannot be deleted, and a session is ended, with the keyboard only", async () => {
  const page = await visitAsSuperuser("/admin");
  const { alternative } = await makeSite();
  await findByKeyboard(page, "Products", { name: alternative });
  expect(await button(page, `Delete ${alternative}`).count()).toBe(0);
  await tabAndEnter(page, button(page, `Edit ${alternative}`));
  await page.keyboard.press("End");
  await page.keyboard.type(" again");
  await page.keyboard.press("Enter");
  await waitForText(page, `“${alternative} again” was saved.`);

  const email = await createAccount();
  const owner = await visitSignedIn("/user", email);
  await page.goto("/admin");
  await tabAndEnter(page, modelLink(page, "Sessions"));
  await tabAndEnter(page, button(page, `Delete ${email}`));
  await tabAndEnter(page, button(page, "Delete for good"));
  await waitForText(page, `“${email}” was deleted.`);
  await owner.reload();
  await owner.waitForURL("**/login?next=**");
});

test("an answer to a message is mailed, and the audit log shows it before and after", { tags: "journey" }, async () => {
  const page = await visitAsSuperuser("/admin");
  const email = await makeMessage(page);
  await page.goto("/admin?model=contact/message&filter=unanswered");
  await button(page, `Edit ${email}`).click();
  await page.getByRole("form").getByText("Is there an app for it?").waitFor();
  await page.getByRole("textbox", { name: "Answer" }).fill("Yes, there is.");
  await button(page, "Save").click();
  await waitForText(page, "was saved.");
  expect((await mailsTo(email))[0]!.text).toContain("Yes, there is.");

  await page.goto("/admin?model=audit/entry");
  const entry = page
    .getByRole("row")
    .filter({ hasText: "contact.message" })
    .filter({ hasText: "Yes, there is." })
    .first();
  expect((await entry.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /root@example\.com change contact\.message \d+ answer empty → changed to Yes, there is\./,
  );
  expect(await page.getByRole("button", { name: /^(Edit|Delete)/ }).count()).toBe(0);
});

test("giving rights asks for the superuser's password and mails the user", { tags: "journey" }, async () => {
  const email = await createAccount();
  const mails = (await mailsTo(email)).length;
  const page = await visitAsSuperuser(`/admin?model=accounts/user&q=${email}`);
  await button(page, `Edit ${email}`).click();
  const form = page.getByRole("form");
  const password = form.getByLabel("Your password");
  expect(await password.count()).toBe(0);
  await form.getByLabel("Staff", { exact: true }).selectOption("Yes");
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, "Please enter your own password to give rights.");
  await waitForFocus(password);
  await password.fill("not the password");
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, "This password is incorrect.");
  await password.fill(PASSWORD);
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, `“${email}” was saved.`);
  expect((await mailsTo(email))[0]!.subject).toContain("You are now staff");
  expect((await mailsTo(email)).length).toBe(mails + 1);
});
