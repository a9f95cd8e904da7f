// @module-tag long
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { expect, test } from "vitest";
import type { SiteProposal } from "#schema/sites/link-previews.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, chooseBlock, chooseGoogleAccount, waitForText, visitThroughGoogle } from "../support/owners.ts";
import { newEmail, visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";
import { pressButton } from "../support/actions.ts";

const IMAGE = path.join(import.meta.dirname, "../../../worker/commands/demo/media/federation.webp");

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const alternative = (page: Page, number: number) => page.getByRole("group", { name: `Alternative ${number}` });

async function fillDetails(page: Page, name: string) {
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Site name").fill(name);
  await page.getByLabel("Category").selectOption("Productivity");
}

async function writeArticle(page: Page, text: string) {
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.locator(".ce-paragraph").last().click();
  await page.keyboard.type(text);
}

const newName = () => `Site ${crypto.randomUUID().slice(0, 8)}`;

test(
  "on a phone with a slow network, a site is listed with an image and three alternatives",
  { tags: "journey" },
  async () => {
    const page = await visitSignedIn("/user");
    await page.setViewportSize({ width: 390, height: 800 });
    // The editor's menu opens with an animation, and a press outside closes it.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 300,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await page.goto("/sites/create");

    const name = newName();
    await heading(page, "Step 1 of 3 Details").waitFor();
    await fillDetails(page, name);
    await page.getByLabel("Description").fill("Plans a week");
    await page.getByText("12/100 characters").waitFor();

    // A suggestion that is chosen by keyboard fills both fields.
    await alternative(page, 1).getByLabel("Name").fill("slac");
    await page.getByRole("option", { name: /Slack/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await alternative(page, 1).getByLabel("Name").inputValue()).toBe("Slack");
    expect(await alternative(page, 1).getByLabel("URL").inputValue()).toBe("https://slack.com");
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    for (const [number, product] of [
      [2, "Second Product"],
      [3, "Third Product"],
    ] as const) {
      await pressButton(page, "Add alternative");
      await page.keyboard.type(product);
      await alternative(page, number).getByLabel("URL").fill(`https://product-${number}.example/`);
    }
    await page.getByRole("button", { name: "Move alternative 3 up" }).click();
    expect(await alternative(page, 2).getByLabel("Name").inputValue()).toBe("Third Product");
    await pressButton(page, "Continue");

    await heading(page, "Step 2 of 3 Content").waitFor();
    await waitForFocus(heading(page, "Step 2 of 3 Content"));
    await pressButton(page, "Continue");
    await waitForText(page, "Content is required");
    await writeArticle(page, "It plans a week in minutes.");
    await page.keyboard.press("Enter");
    await chooseBlock(page, "Image");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose an image" }).click(),
    ]);
    await chooser.setFiles(IMAGE);
    await page.locator(".image-tool--filled img").waitFor();
    await pressButton(page, "Continue");

    await heading(page, "Step 3 of 3 Finish").waitFor();
    const article = page.locator(".article");
    await article.getByText("It plans a week in minutes.").waitFor();
    await article.locator("img").waitFor();
    await page.getByRole("region", { name: "Details" }).getByText("Third Product").waitFor();
    await page
      .getByRole("region", { name: /instead of/ })
      .getByText("Third Product")
      .waitFor();
    await page.getByRole("link", { name: "Edit Details" }).click();
    expect(await page.getByLabel("Site name").inputValue()).toBe(name);
    await page.goBack();
    await heading(page, "Step 3 of 3 Finish").waitFor();

    // Two presses list one site.
    await page.getByRole("button", { name: "List site" }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await waitForText(page, /Site created successfully!.*Redirecting to payment page\.\.\./);
    await page.waitForURL(/\/pay\?siteId=\d+$/);
    const { results } = await callApi<{ results: { name: string; slug: string }[] }>(page, "GET", "sites/");
    expect(results.map((site) => site.name)).toEqual([name]);

    await page.goto(`/${results[0]!.slug}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.locator(".article").getByText("It plans a week in minutes.").waitFor();
    await page.locator(".article img").waitFor();
    const products = await page
      .getByRole("region", { name: /instead of/ })
      .getByRole("heading", { level: 3 })
      .allInnerTexts();
    expect(products).toEqual(["Slack", "Third Product", "Second Product"]);
  },
);

test("missing and incomplete fields show their errors, and the first of them has the focus", async () => {
  const page = await visitSignedIn("/sites/create");
  await pressButton(page, "Continue");
  for (const text of ["Site link is required", "Site name is required", "Category is required."])
    await waitForText(page, text);
  await waitForFocus(page.locator('[name="link"]'));
  await fillDetails(page, "x".repeat(101));
  await page.getByLabel("Site link").fill("not a link");
  await page.getByLabel("Description").fill("y".repeat(101));
  await page.getByText("101/100 characters").waitFor();
  await pressButton(page, "Add alternative");
  await alternative(page, 2).getByLabel("Name").fill("Slack");
  await page.keyboard.press("Tab");
  await pressButton(page, "Add alternative");
  await alternative(page, 3).getByLabel("URL").fill("https://teams.example/");
  await pressButton(page, "Continue");
  for (const text of [
    "Please enter a valid URL.",
    "Site name must be less than 100 characters",
    "Description must be less than 100 characters",
    "URL is required when name is provided",
    "Name is required when URL is provided",
  ]) {
    await waitForText(page, text);
  }
  // The empty row was removed, the incomplete rows were kept.
  expect(await alternative(page, 1).getByLabel("Name").inputValue()).toBe("Slack");
  expect(await page.getByRole("group", { name: /^Alternative / }).count()).toBe(2);
});

test(
  "up to five alternatives are added, moved and removed by keyboard, and the focus follows them",
  { tags: "journey" },
  async () => {
    const page = await visitSignedIn("/sites/create");
    for (const name of ["A", "B", "C", "D", "E"]) {
      if (name === "A") await alternative(page, 1).getByLabel("Name").fill(name);
      else {
        await pressButton(page, "Add alternative");
        await page.keyboard.type(name);
      }
      // Closes the suggestions, which may cover the button.
      await page.keyboard.press("Tab");
    }
    expect(await page.getByRole("button", { name: "Add alternative" }).count()).toBe(0);
    await page.getByRole("button", { name: "Move alternative 2 up" }).focus();
    await page.keyboard.press("Enter");
    await waitForFocus(page.getByRole("button", { name: "Move alternative 1 up" }));
    await waitForText(page, "B is now number 1 of 5.");
    await page.getByRole("button", { name: "Remove alternative 5" }).focus();
    await page.keyboard.press("Enter");
    await waitForFocus(page.locator('[name="alternatives.3.name"]'));
    const names = await page
      .getByRole("group", { name: /^Alternative / })
      .getByLabel("Name")
      .all();
    expect(await Promise.all(names.map((input) => input.inputValue()))).toEqual(["B", "A", "C", "D"]);
  },
);

const PROPOSAL: SiteProposal = {
  link: "",
  name: "Proposed name",
  description: "Proposed words",
  icon_url: "",
  logo_url: "",
  facts: {},
  fact_sources: {},
};

test("a proposal for the link fills empty fields, says so and can be undone", async () => {
  const page = await visitSignedIn("/sites/create");
  await page.route("**/api/sites/proposal/**", (route) => route.fulfill({ json: PROPOSAL }));
  await page.getByLabel("Description").fill("My own words");
  await page.getByLabel("Site link").fill("https://plans.example/");
  await page.getByLabel("Site link").blur();
  await waitForText(page, "Filled in name from the page.");
  expect(await page.getByLabel("Site name").inputValue()).toBe("Proposed name");
  expect(await page.getByLabel("Description").inputValue()).toBe("My own words");
  await pressButton(page, "Undo");
  expect(await page.getByLabel("Site name").inputValue()).toBe("");
});

test("each fact that the page states is confirmed or refused, and is listed with how the site replaces a product", async () => {
  const page = await visitSignedIn("/sites/create");
  const source = "https://plans.example/prices";
  await page.route("**/api/sites/proposal/**", (route) =>
    route.fulfill({
      json: {
        ...PROPOSAL,
        facts: { pricing: "paid", platforms: ["ios"] },
        fact_sources: { pricing: source, platforms: source },
      },
    }),
  );
  const name = newName();
  await fillDetails(page, name);
  await pressButton(page, "Use this for Pricing");
  await pressButton(page, "No to Runs on");
  await page.getByRole("region", { name: "Your page says" }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Pricing", { exact: true }).inputValue()).toBe("paid");
  expect(await page.getByLabel("iOS").isChecked()).toBe(false);
  await page.getByRole("group", { name: "Open source" }).getByLabel("No", { exact: true }).check();
  await page.getByRole("combobox", { name: "Licence" }).fill("my own");
  await page.keyboard.press("Enter");
  await waitForText(page, "“my own” is not an SPDX identifier");
  await page.getByRole("combobox", { name: "Licence" }).fill("proprietary");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Proprietary" }).waitFor();
  await page.getByRole("combobox", { name: "Imports from" }).fill("slac");
  await page.getByRole("option", { name: /Slack/ }).click();
  await page.getByRole("button", { name: "Remove Slack" }).waitFor();
  await page.getByText("More facts").click();
  await page.getByRole("textbox", { name: "Made since", exact: true }).fill("last year");
  await alternative(page, 1).getByLabel("Name").fill("Slack");
  await alternative(page, 1).getByLabel("URL").fill("https://slack.com/");
  await page.getByText("How does it replace Slack?").click();
  await page.getByLabel("How much of Slack it replaces").selectOption("Part of the job");
  await page.getByLabel("What Slack has and this site lacks").fill("Huddles\n");
  await pressButton(page, "Continue");
  await waitForText(page, "Made since must be a whole number");
  await waitForFocus(page.getByRole("textbox", { name: "Made since", exact: true }));
  await page.getByRole("textbox", { name: "Made since", exact: true }).fill("2020");
  await pressButton(page, "Continue");
  await writeArticle(page, "It plans a week.");
  await pressButton(page, "Continue");
  const details = page.getByRole("region", { name: "Details" });
  await details.getByText("Part of the job").waitFor();
  await details.getByText("Proprietary").waitFor();
  await pressButton(page, "List site");
  await page.waitForURL(/\/pay\?siteId=\d+$/);
  const { results } = await callApi<{ results: EditableSite[] }>(page, "GET", "sites/");
  expect(results[0]).toMatchObject({
    facts: { pricing: "paid", open_source: false, licences: ["Proprietary"], imports_from: ["slack"], since: 2020 },
    fact_sources: { pricing: source },
    alternatives: [{ name: "Slack", replaces: "part", lacks: ["Huddles"] }],
  });

  await page.goto(`/site/edit/${results[0]!.id}#facts`);
  await page.getByLabel("These facts are right today").check();
  await page.getByRole("group", { name: "Open source" }).getByLabel("Not stated").check();
  await pressButton(page, "Save Changes");
  await waitForText(page, "Saved successfully!");
  const saved = await callApi<EditableSite>(page, "GET", `sites/${results[0]!.id}/`);
  expect(saved.facts).not.toHaveProperty("open_source");
  expect(saved.alternatives[0]).toMatchObject({ replaces: "part", lacks: ["Huddles"] });
});

test("a draft outlives a crash of its tab and can be discarded", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/sites/create");
  const name = newName();
  await fillDetails(page, name);
  await alternative(page, 1).getByLabel("Name").fill("Half an alternative");
  const context = page.context();
  await crash(page);

  const again = await context.newPage();
  await again.goto("/sites/create");
  await heading(again, "You have a draft").waitFor();
  await pressButton(again, "Continue with the draft");
  expect(await again.getByLabel("Site name").inputValue()).toBe(name);
  expect(await alternative(again, 1).getByLabel("Name").inputValue()).toBe("Half an alternative");

  await pressButton(again, "Discard draft");
  await again.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await again.waitForFunction(() => !document.querySelector("dialog"));
  expect(await again.getByLabel("Site name").inputValue()).toBe("");
  await again.reload();
  await again.getByLabel("Site name").waitFor();
});

test("two tabs with one draft say so, and a draft that one tab discards is saved again by the other", async () => {
  const page = await visitSignedIn("/sites/create");
  const other = await page.context().newPage();
  await other.goto("/sites/create");
  await other.getByLabel("Site name").waitFor();
  await page.getByLabel("Site name").fill("Written here");
  await other.getByText("This draft is also open in another tab. Only the latest change is saved.").waitFor();
  await other.getByLabel("Site name").fill("Written there");
  await page.getByText("This draft is also open in another tab. Only the latest change is saved.").waitFor();
  expect(await page.getByLabel("Site name").inputValue()).toBe("Written here");

  await pressButton(other, "Discard draft");
  await other.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await page.getByText("This draft was finished or discarded in another tab.").waitFor();
  await page.getByLabel("Site name").fill("Written here again");
  await page.getByText("Your draft is saved on this device.").waitFor();
  await page.reload();
  await page.getByText("Written here again").waitFor();
});

test("a draft survives an expired session, and a failed submit loses nothing", async () => {
  const email = newEmail();
  const page = await visitThroughGoogle("/sites/create", email);
  const name = newName();
  await fillDetails(page, name);
  await pressButton(page, "Continue");
  await writeArticle(page, "It plans a week in minutes.");
  await pressButton(page, "Continue");
  await heading(page, "Step 3 of 3 Finish").waitFor();

  await page.route("**/api/sites/", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await pressButton(page, "List site");
  await waitForText(page, "Failed to create site. Please try again.");

  await signOutElsewhere(page.context());
  await pressButton(page, "List site");
  await page.waitForURL("**/login?next=%2Fsites%2Fcreate");
  await pressButton(page, "Continue with Google");
  await chooseGoogleAccount(page, email);
  await pressButton(page, "Continue with the draft");
  expect(await page.getByLabel("Site name").inputValue()).toBe(name);
  await pressButton(page, "Continue");
  await page.locator(".ce-paragraph").getByText("It plans a week in minutes.").waitFor();
  await pressButton(page, "Continue");
  await pressButton(page, "List site");
  await page.waitForURL(/\/pay\?siteId=\d+$/);

  await page.goto("/sites/create");
  await page.getByLabel("Site name").waitFor();
});

test("a link that the owner lists already shows its error beside the field, in the step with that field", async () => {
  const page = await visitSignedIn("/sites/create");
  const link = `https://${crypto.randomUUID()}.example/`;
  await callApi(page, "POST", "sites/", {
    name: "Listed before",
    link,
    category: "productivity",
    blog: { content: "Some words." },
  });
  await fillDetails(page, newName());
  await page.getByLabel("Site link").fill(link);
  await pressButton(page, "Continue");
  await waitForFocus(page.locator('[name="link"]'));
  expect(await page.locator(".field-error").innerText()).toMatch(/^This link is already listed as “Listed before”/);
});

test("staff are redirected to the dashboard after they list a site", async () => {
  const page = await visitAsStaff("/sites/create");
  await fillDetails(page, newName());
  await pressButton(page, "Continue");
  await writeArticle(page, "It plans a week in minutes.");
  await pressButton(page, "Continue");
  await pressButton(page, "List site");
  await waitForText(page, /Redirecting to dashboard\.\.\./);
  await page.waitForURL("**/dashboard");
});

const PROMPT = ".ce-paragraph[data-placeholder]:is(:empty, [data-empty=true])";
const editorReady = (page: Page) => page.locator(".article-editor[aria-busy=false]").waitFor();
const headings = (page: Page) => page.locator("h2.ce-header").allInnerTexts();
const TEMPLATE = ["Who it suits", "What is different from Slack", "Moving over", "Limits", "Price"];
const FOR_TEAMS = TEMPLATE.with(1, "What is different from Teams");

/** Opens the content of a new site that replaces Slack. */
async function visitNewContent() {
  const page = await visitSignedIn("/sites/create");
  const name = newName();
  await fillDetails(page, name);
  await alternative(page, 1).getByLabel("Name").fill("Slack");
  await alternative(page, 1).getByLabel("URL").fill("https://slack.example/");
  await pressButton(page, "Continue");
  await editorReady(page);
  expect(await headings(page)).toEqual(TEMPLATE);
  return { page, name };
}

async function renameProduct(page: Page, name: string) {
  await pressButton(page, "Back");
  await alternative(page, 1).getByLabel("Name").fill(name);
  await page.keyboard.press("Tab");
  await pressButton(page, "Continue");
  await editorReady(page);
}

test("a new article begins with headings, and only those with text are published", async () => {
  const { page, name } = await visitNewContent();
  await pressButton(page, "Continue");
  await waitForText(page, "Content is required");
  await waitForFocus(page.locator(PROMPT).first());

  await renameProduct(page, "Teams");
  expect(await headings(page)).toEqual(FOR_TEAMS);
  await page.locator(PROMPT).nth(1).click();
  await page.keyboard.type("No ads.");
  await page.locator(".ce-header", { hasText: "Limits" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" of today");
  await renameProduct(page, "Zulip");
  const written = ["What is different from Zulip", "Limits of today"];
  expect(await headings(page)).toEqual(["Who it suits", written[0], "Moving over", written[1], "Price"]);
  await pressButton(page, "Continue");
  await heading(page, "Step 3 of 3 Finish").waitFor();
  const article = page.locator(".article");
  await article.getByText("No ads.").waitFor();
  expect(await article.getByRole("heading").allInnerTexts()).toEqual(written);
  await pressButton(page, "List site");
  await page.waitForURL(/\/pay\?siteId=\d+$/);
  const { results } = await callApi<{ results: { name: string; slug: string }[] }>(page, "GET", "sites/");
  await page.goto(`/${results.find((site) => site.name === name)!.slug}`);
  await article.getByText("No ads.").waitFor();
  expect(await article.getByRole("heading").allInnerTexts()).toEqual(written);
});

test("the headings can be removed and restored by keyboard, and the draft remembers both", async () => {
  const { page } = await visitNewContent();
  const remove = page.getByRole("button", { name: "Start with an empty article" });
  const undo = page.getByRole("button", { name: "Undo" });
  const note = page.getByRole("status").filter({ hasText: "headings" });
  const reopen = async () => {
    await page.reload();
    await pressButton(page, "Continue with the draft");
    await editorReady(page);
  };
  await remove.press("Enter");
  await waitForFocus(undo);
  expect(await note.innerText()).toBe("The empty headings are removed.");
  await editorReady(page);
  expect(await headings(page)).toEqual([]);
  await reopen();
  expect(await headings(page)).toEqual([]);
  await undo.press("Enter");
  await waitForFocus(remove);
  await editorReady(page);
  expect(await headings(page)).toEqual(TEMPLATE);

  // Text keeps its heading, and the others return to their places.
  await page.locator(PROMPT).nth(1).click();
  await page.keyboard.type("No ads.");
  await page.getByRole("button", { name: "Remove the empty headings" }).click();
  await undo.waitFor();
  await editorReady(page);
  expect(await headings(page)).toEqual([TEMPLATE[1]]);
  await undo.click();
  await page.locator(PROMPT).first().waitFor();
  await editorReady(page);
  expect(await headings(page)).toEqual(TEMPLATE);
  await page.locator(".ce-header", { hasText: "Price" }).fill("");
  await page.waitForFunction(() => !Object.values(localStorage).join("").includes("price"));
  await reopen();
  await page.locator(".ce-paragraph").getByText("No ads.").waitFor();
  expect(await headings(page)).toEqual(TEMPLATE.slice(0, -1));
});

test("headings that return after the owner wrote without them do not come between the text", async () => {
  const { page } = await visitNewContent();
  await page.locator(".ce-header", { hasText: "Price" }).fill("");
  await pressButton(page, "Start with an empty article");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await writeArticle(page, "It plans a week in minutes.");
  await pressButton(page, "Undo");
  await page.locator(PROMPT).first().waitFor();
  expect(await headings(page)).toEqual(TEMPLATE.slice(0, -1));
  expect(await page.locator(".ce-block").first().innerText()).toBe("It plans a week in minutes.");
});

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
  await page.close();
}

const signOutElsewhere = (context: BrowserContext) => context.clearCookies({ name: /session$/ });
