// @module-tag long
import type { Page } from "playwright";
import { test } from "vitest";
import { holdRequests } from "./support/hold-requests.ts";
import { chooseBlock, listSite, waitForText } from "./support/owners.ts";
import { newEmail, PASSWORD, createAccount, signUp, visitSignedIn } from "./support/people.ts";
import { visitAsStaff } from "./support/staff.ts";
import { waitForAlert, pressButton } from "./support/actions.ts";
import { visit } from "./support/visit.ts";

const failCalls = (page: Page, calls: string) =>
  page.route(`**/api/${calls}`, (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503, body: "" }),
  );

/** Removes the field of the code block, so that the editor cannot read the article. */
async function breakCodeBlock(page: Page) {
  await page.locator(".ce-code__textarea").evaluate((field) => field.remove());
}

test("a site in the table that cannot be saved or deleted shows an error", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto("/sites");
  await failCalls(page, `sites/${site.id}/`);
  await pressButton(page, `Edit ${site.name}`);
  await pressButton(page, "Save");
  await waitForAlert(page, "Failed to update site. Please try again.");
  await pressButton(page, "Cancel");
  await pressButton(page, `Delete ${site.name}`);
  await pressButton(page, "Delete for good");
  await waitForAlert(page, "Failed to delete site. Please try again.");
});

test("a site that cannot be saved shows an error in the form and above it", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/site/edit/${site.id}`);
  await page.getByLabel("Description").fill("A new description");
  await failCalls(page, `sites/${site.id}/`);
  await pressButton(page, "Save Changes");
  await waitForAlert(page, "Save failed");
  await waitForAlert(page, "Failed to update site. Please try again.");
});

test("an article that the editor cannot read is not saved, and the page shows an error", async () => {
  const page = await visitSignedIn("/user");
  const content = JSON.stringify({ blocks: [{ type: "code", data: { code: "a" } }] });
  const site = await listSite(page, { blog: { content } });
  await page.goto(`/site/edit/${site.id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await breakCodeBlock(page);
  await pressButton(page, "Save Changes");
  await waitForText(page, "Error saving content");
  await waitForText(page, "Failed to save editor content.");
});

test("an article that the editor cannot read stops the creation of a site", async () => {
  const page = await visitSignedIn("/sites/create");
  await page.getByLabel("Site name").fill("A new site");
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Category").selectOption("Productivity");
  await pressButton(page, "Continue");
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.locator(".ce-paragraph").last().click();
  await chooseBlock(page, "Code");
  await page.locator(".ce-code__textarea").fill("a");
  await pressButton(page, "Continue");
  await page.getByRole("heading", { level: 2, name: "Step 3 of 3 Finish" }).waitFor();
  await pressButton(page, "Back");
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await breakCodeBlock(page);
  await pressButton(page, "Continue");
  await waitForText(page, "Error validating content");
});

test("a sign-up that fails without a message shows a general error", async () => {
  const page = await visit("/signup");
  await failCalls(page, "signup/");
  await signUp(page, newEmail());
  await waitForAlert(page, "An error occurred.");
});

test("a name and a password that cannot be saved show errors", async () => {
  const page = await visitSignedIn("/user");
  await failCalls(page, "user/");
  await pressButton(page, "Edit Name");
  await pressButton(page, "Save");
  await waitForAlert(page, "Error updating user profile.");
  await failCalls(page, "change-password/");
  await pressButton(page, "Change Password");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("another phrase");
  await page.getByLabel("Confirm new password").fill("another phrase");
  await pressButton(page, "Change Password");
  await waitForAlert(page, "Error changing password.");
});

test("a session that cannot be ended shows an error, even while another one is being ended", async () => {
  const email = await createAccount();
  await Promise.all([visitSignedIn("/about", email), visitSignedIn("/about", email)]);
  const page = await visitSignedIn("/user", email);
  const letNextGo = await holdRequests(page, "**/api/sessions/*/");
  const first = Promise.withResolvers<void>();
  await page.route(
    "**/api/sessions/*/",
    async (route) => {
      await first.promise;
      await route.fulfill({ status: 503, body: "" });
    },
    { times: 1 },
  );
  const buttons = page.getByRole("button", { name: /^Log out Chrome/ });
  await buttons.first().click();
  await buttons.nth(1).click();
  first.resolve();
  await waitForAlert(page, "Error logging out.");
  letNextGo();
  await page.getByText(/^Chrome on .* is logged out\.$/).waitFor();
});

test("a payment form that cannot be loaded names the missing part", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.route("**/dev/stripe/stripe.js", (route) => route.abort());
  await page.goto(`/pay?siteId=${site.id}`);
  await waitForAlert(page, "Failed to load payment system.");
  await page.unroute("**/dev/stripe/stripe.js");
  await failCalls(page, "payments/intent/");
  await pressButton(page, "Try again");
  await waitForAlert(page, "Failed to setup payment.");
});

test("a blog post that cannot be created, loaded or changed shows an error", async () => {
  const page = await visitAsStaff("/blogs/create");
  await failCalls(page, "blogs/**");
  await page.getByLabel("Title", { exact: true }).fill("An article");
  await page.locator(".ce-paragraph").first().click();
  await page.keyboard.type("The first paragraph.");
  await pressButton(page, "Create Blog");
  await waitForAlert(page, "Failed to create the blog.");

  const slug = "what-featured-means-in-this-directory";
  await page.route("**/api/blogs/user/**", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.goto("about:blank");
  await page.goto(`/blogs/edit/${slug}`);
  await waitForText(page, "Failed to load blog.");
  await pressButton(page, "Try again");
  await page.locator(".ce-paragraph").first().waitFor();
  await pressButton(page, "Update Blog");
  await waitForAlert(page, "Failed to update the blog.");
});

test("a record that cannot be changed or deleted shows an error", async () => {
  const page = await visitAsStaff("/admin?model=blogs/post");
  await failCalls(page, "blogs/post/**");
  const first = (name: RegExp) => page.getByRole("button", { name }).first();
  await first(/^Edit /).click();
  await page.getByRole("form").getByRole("textbox").first().fill("Another title");
  await pressButton(page, "Save");
  await waitForAlert(page, "Error updating instance.");
  await page.keyboard.press("Escape");
  await first(/^Delete /).click();
  await pressButton(page, "Delete for good");
  await waitForAlert(page, "Error deleting instance.");
});
