// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, listSite, spamArticle, waitForText } from "../support/owners.ts";
import { pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";
import { visitSignedIn } from "../support/people.ts";

const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const toEdit = (page: Page, { id }: { id: number }) => page.goto(`/site/edit/${id}`);

test(
  "all three parts of a site are edited, previewed and saved, and its page shows it at once",
  { tags: "journey" },
  async () => {
    const page = await visitSignedIn("/user");
    const site = await listSite(page);
    // The browser now has the page in its cache.
    await page.goto(`/${site.slug}`);
    await page.getByText("What this site does.").waitFor();

    await toEdit(page, site);
    await page.getByLabel("Site name").fill(`${site.name} renamed`);
    await page.getByLabel("Description").fill("A new description");
    await openTab(page, "Alternatives");
    await pressButton(page, "Remove alternative 1");
    await openTab(page, "Blog Content");
    await page.locator(".ce-paragraph").first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" And more.");
    await pressButton(page, "Preview");
    await page.locator(".article").getByText("What this site does. And more.").waitFor();
    await pressButton(page, "Edit");
    await page.locator(".ce-paragraph").getByText("And more.").waitFor();
    await pressButton(page, "Save Changes");
    await waitForText(page, "Saved successfully!");
    await page.waitForURL("**/dashboard");
    await page
      .getByRole("article")
      .getByRole("link", { name: `${site.name} renamed`, exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: `${site.name} renamed` }).waitFor();
    await page.locator(".article").getByText("What this site does. And more.").waitFor();
    expect(await page.getByText("First Product").count()).toBe(0);

    await page.goto(`/${site.slug}`);
    await page.getByText("A new description").first().waitFor();
  },
);

test("arrow keys move through the tabs, and an error in a closed tab opens it", async () => {
  const page = await visitSignedIn("/user");
  await toEdit(page, await listSite(page));
  await page.getByRole("tab", { name: "Site Details" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tab", { name: "Alternatives" }).getAttribute("aria-selected")).toBe("true");
  await page.getByLabel("URL").first().fill("");
  await page.getByRole("tab", { name: "Alternatives" }).focus();
  await page.keyboard.press("ArrowLeft");
  await pressButton(page, "Save Changes");
  await waitForText(page, "URL is required when name is provided");
  await waitForFocus(page.locator('[name="alternatives.0.link"]'));
  expect(await page.getByRole("tab", { name: "Alternatives" }).getAttribute("aria-selected")).toBe("true");
});

test("leaving unsaved changes asks for confirmation, and the changes are kept as a draft", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await toEdit(page, site);
  // Opening the editor and the preview is not a change.
  await openTab(page, "Blog Content");
  await pressButton(page, "Preview");
  await page.locator(".article").getByText("What this site does.").waitFor();
  await page.getByRole("link", { name: "← Back to Dashboard" }).click();
  await page.waitForURL("**/dashboard");

  await toEdit(page, site);
  await page.getByLabel("Description").fill("Not saved yet");
  await page.getByRole("link", { name: "← Back to Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Description").inputValue()).toBe("Not saved yet");

  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.accept();
  await reloaded;
  await pressButton(page, "Continue with the draft");
  expect(await page.getByLabel("Description").inputValue()).toBe("Not saved yet");

  await page.getByRole("link", { name: "← Back to Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/dashboard");
  await toEdit(page, site);
  await pressButton(page, "Discard draft");
  expect(await page.getByLabel("Description").inputValue()).toBe("Made for a test");
});

test("text that is typed during a save stays, and the next save stores it", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const arrives = Promise.withResolvers<void>();
  await page.route(`**/api/sites/${site.id}/`, async (route) => {
    if (route.request().method() === "PUT") await arrives.promise;
    await route.continue();
  });
  await toEdit(page, site);
  const description = page.getByLabel("Description");
  await description.fill("First");
  await Promise.all([page.waitForRequest((request) => request.method() === "PUT"), pressButton(page, "Save Changes")]);
  await description.fill("First and second");
  arrives.resolve();
  await waitForText(page, "Saved successfully!");
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({ description: "First" });
  await page.getByRole("link", { name: "← Back to Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await description.inputValue()).toBe("First and second");
  await pressButton(page, "Save Changes");
  await page.waitForURL("**/dashboard");
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({ description: "First and second" });
});

test("a save or deletion whose response was lost is done, and a second press says so", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const isLost = new Set(["PUT", "DELETE"]);
  await page.route(`**/api/sites/${site.id}/`, async (route) => {
    if (!isLost.delete(route.request().method())) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await toEdit(page, site);
  await page.getByLabel("Description").fill("Saved unheard");
  await pressButton(page, "Save Changes");
  await waitForText(page, "Network error - please check your connection");
  await pressButton(page, "Save Changes");
  await waitForText(page, "Saved successfully!");
  await page.waitForURL("**/dashboard");

  await page.goto("/sites?page=9");
  await page.waitForURL("**/sites");
  await pressButton(page, `Delete ${site.name}`);
  await pressButton(page, "Delete for good");
  await waitForText(page, "Network error - please check your connection");
  await pressButton(page, "Delete for good");
  await waitForText(page, `${site.name} was deleted.`);
  await waitForText(page, "You don't have any sites yet");
});

test("a draft is offered even if another part of its site was saved since", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await toEdit(page, site);
  await page.getByLabel("Description").fill("Half written");
  await page.getByRole("link", { name: "← Back to Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/dashboard");
  const stored = await callApi<Record<string, unknown>>(page, "GET", `sites/${site.id}/`);
  await callApi(page, "PUT", `sites/${site.id}/`, { ...stored, name: `${site.name} again`, blog: undefined });

  await toEdit(page, site);
  await pressButton(page, "Continue with the draft");
  expect(await page.getByLabel("Description").inputValue()).toBe("Half written");
  await pressButton(page, "Save Changes");
  await page.getByRole("dialog", { name: "This site has a newer version" }).waitFor();
});

test("a save asks before it overwrites what another tab saved first", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const other = await page.context().newPage();
  await toEdit(page, site);
  await page.getByLabel("Description").fill("From the first tab");
  await toEdit(other, site);
  await pressButton(other, "Discard draft");
  await other.getByLabel("Description").fill("From the second tab");
  await pressButton(other, "Save Changes");
  await waitForText(other, "Saved successfully!");

  await pressButton(page, "Save Changes");
  await page.getByRole("dialog", { name: "This site has a newer version" }).waitFor();
  await pressButton(page, "Load newer version");
  expect(await page.getByLabel("Description").inputValue()).toBe("From the second tab");

  await toEdit(other, site);
  await other.getByLabel("Description").fill("From the second tab again");
  await pressButton(other, "Save Changes");
  await waitForText(other, "Saved successfully!");
  await page.getByLabel("Description").fill("From the first tab after all");
  await pressButton(page, "Save Changes");
  await pressButton(page, "Save my version");
  await waitForText(page, "Saved successfully!");
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({
    description: "From the first tab after all",
  });
});

test("a draft that is based on an older version asks before it overwrites the newer one", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await toEdit(page, site);
  await page.getByLabel("Description").fill("Begun before");
  const { updated_at: _, ...seen } = await callApi<{ updated_at: string }>(page, "GET", `sites/${site.id}/`);
  await callApi(page, "PUT", `sites/${site.id}/`, { ...seen, blog: undefined, description: "Saved elsewhere" });
  await page.getByLabel("Description").fill("Ended after");
  page.once("dialog", (question) => void question.accept());
  await page.reload();
  await pressButton(page, "Continue with the draft");
  await pressButton(page, "Save Changes");
  await page.getByRole("dialog", { name: "This site has a newer version" }).waitFor();
  await pressButton(page, "Load newer version");
  expect(await page.getByLabel("Description").inputValue()).toBe("Saved elsewhere");
});

test("a site that cannot be loaded says so and can be loaded again", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.route(`**/api/sites/${site.id}/`, (route) => route.fulfill({ status: 503, body: "" }));
  await toEdit(page, site);
  await waitForText(page, "Failed to load site.");
  await page.unroute(`**/api/sites/${site.id}/`);
  await pressButton(page, "Try again");
  expect(await page.getByLabel("Site name").inputValue()).toBe(site.name);
});

test("a row is edited in place, and a deleted site is gone for good", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto("/sites");
  await pressButton(page, `Edit ${site.name}`);
  await waitForFocus(page.locator('[name="name"]'));
  await page.getByLabel("Site name").fill("");
  await pressButton(page, "Save");
  await waitForText(page, "Site name is required");
  await page.getByLabel("Site name").fill("Named in the row");
  await page.getByLabel("URL").first().fill("https://in-the-row.example/");
  await page.getByRole("button", { name: "Remove alternative 2" }).click();
  await pressButton(page, "Save");
  await page
    .getByRole("row", { name: /Named in the row/ })
    .getByText("First Product", { exact: true })
    .waitFor();
  await waitForFocus(page.getByRole("button", { name: /^Edit Named in the row/ }));
  // The row does not send the article, so the stored one is kept.
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({
    name: "Named in the row",
    link: "https://in-the-row.example/",
    content: expect.stringContaining("What this site does."),
  });

  await pressButton(page, "Delete Named in the row");
  await pressButton(page, "Cancel");
  await pressButton(page, "Delete Named in the row");
  await pressButton(page, "Delete for good");
  await waitForText(page, "Named in the row was deleted.");
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  await waitForText(page, "You don't have any sites yet");
  const answer = await fetch(new URL(`/${site.slug}`, baseUrl()));
  expect(answer.status).toBe(410);
});

test(
  "the dashboard searches the owner's sites, counts alternatives beyond five and links to every screen",
  { tags: "journey" },
  async () => {
    const page = await visitSignedIn("/dashboard");
    await waitForText(page, "You don't have any sites yet");
    await page.getByRole("main").getByRole("link", { name: "List a site" }).waitFor();
    const first = await listSite(page, {
      alternatives: ["A", "B", "C", "D", "E"].map((name) => ({ name, link: `https://${name}.example/` })),
    });
    const second = await listSite(page);
    await page.reload();
    await page.getByRole("link", { name: first.name, exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "Search your sites" }).fill(second.name);
    await page.getByRole("link", { name: first.name, exact: true }).waitFor({ state: "detached" });
    const count = (await page.getByRole("status").getByText("1 site", { exact: true }).elementHandle())!;
    const nothing = (await page.locator(".list-head + [aria-live]").elementHandle())!;
    await page.getByRole("searchbox", { name: "Search your sites" }).fill("nothing like this");
    await waitForText(page, "No matching sites found");
    // A screen reader announces a change only of an element that was there before.
    expect(await Promise.all([count.textContent(), nothing.textContent()])).toEqual([
      "",
      "No matching sites foundShow all your sites",
    ]);
    await page.getByRole("link", { name: "Show all your sites" }).click();
    const card = page.getByRole("article").filter({ hasText: first.name });
    await card.getByText("Activated").waitFor();
    expect(await card.getByRole("link", { name: `Upgrade ${first.name}` }).getAttribute("href")).toBe(
      `/pay?siteId=${first.id}`,
    );
    expect(await page.getByRole("link", { name: /^Your account/ }).getAttribute("href")).toBe("/user");

    await page.route("**/api/sites/?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await page.getByRole("searchbox", { name: "Search your sites" }).fill("made");
    await waitForText(page, "Failed to load sites. Please try again later.");
    await pressButton(page, "Try again");
    await page.getByText("Failed to load sites.").waitFor({ state: "detached" });
  },
);

test("a pending listing says so, and strangers cannot open it", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page, { blog: { content: spamArticle() } });
  await page.goto("/dashboard");
  await page.getByRole("article").filter({ hasText: site.name }).getByText("Pending").waitFor();
  const needed = page.getByRole("region", { name: "Needs you" }).getByRole("listitem").filter({ hasText: site.name });
  await needed.getByText("Waiting for review. Visitors will see it when it is approved.").waitFor();

  const stranger = await visitSignedIn(`/site/edit/${site.id}`);
  await waitForText(stranger, "Failed to load site.");
  const visitor = await visit(`/site/edit/${site.id}`);
  await visitor.waitForURL("**/login?next=*");
});
