import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { PAGES } from "#web/pages.ts";
import { drawnPng } from "../../support/png.ts";
import { SEARCHED_WEEK } from "./accounts.ts";
import { openBlockMenu, waitForText } from "./owners.ts";

type Person = "visitor" | "owner" | "staff";

/** Brings an open screen into its next state. Each state starts from the one before. */
type State = (page: Page) => Promise<unknown>;

export type Screen = {
  who: Person;
  /** `:site` and `:slug` are the id and slug of a site of the owner, `:paid` the id of a site with a subscription. */
  path: string;
  states?: State[];
  /** The dialogs: the name of each, and the name of the button or link that opens it. */
  dialogs?: Record<string, string | RegExp>;
};

const POST = "what-featured-means-in-this-directory";

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

const unfold: State = (page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

const sendEmptyForm: State = async (page) => {
  await page.getByRole("main").locator("form button:not([type=button])").first().click();
  await page.getByRole("main").locator("[aria-invalid=true]").first().waitFor();
};

const addScreenshots: State = async (page) => {
  await page.getByLabel("Add screenshots").setInputFiles(
    [800, 100].map((side) => ({
      name: `${side}.png`,
      mimeType: "image/png",
      buffer: Buffer.from(drawnPng(side, side)),
    })),
  );
  await waitForText(page, `100.png: ${SITE_IMAGE_MESSAGES.screenshotTooSmall}`);
};

const wizard: State[] = [
  async (page) => {
    await press(page, "Continue");
    await waitForText(page, "Site name is required");
  },
  async (page) => {
    await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
    await page.getByLabel("Site name").fill("Accessible site");
    await page.getByLabel("Category").selectOption("Security");
    await page.getByLabel("Name", { exact: true }).first().fill("Teams");
    await page.getByLabel("URL").first().fill("https://teams.example/");
    await press(page, "Continue");
    await page.locator(".article-editor[aria-busy=false]").waitFor();
    await page.locator(".ce-paragraph").last().click();
    await openBlockMenu(page);
  },
  async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(".ce-paragraph").last().fill("Words.");
    await press(page, "Continue");
    await page.locator(".article").waitFor();
  },
  async (page) => {
    await addScreenshots(page);
    await press(page, "List this site");
    await waitForText(page, SITE_IMAGE_MESSAGES.altRequired);
  },
  async (page) => {
    await page.reload();
    await waitForText(page, "You have a draft");
  },
];

const editing: State[] = [
  (page) => openTab(page, "Alternatives"),
  async (page) => {
    await openTab(page, "Facts");
    await unfold(page);
    await page.getByRole("combobox", { name: "Languages" }).fill("nonsense?");
    await page.keyboard.press("Enter");
    await waitForText(page, "is not a language code");
  },
  async (page) => {
    await openTab(page, "Images");
    await addScreenshots(page);
  },
];

const visitor = (path: string, states: State[] = [], dialogs = {}): Screen => ({
  who: "visitor",
  path,
  states,
  dialogs,
});
const owner = (path: string, states: State[] = [], dialogs = {}): Screen => ({ who: "owner", path, states, dialogs });
const staff = (path: string, states: State[] = [], dialogs = {}): Screen => ({ who: "staff", path, states, dialogs });

const WITH_STATES = new Set(["/", "/about", "/price", "/contact", "/search"]);

/** Every screen, once for each kind of user who sees another version of it. */
export const SCREENS: Screen[] = [
  ...Object.values(PAGES)
    .filter(({ path }) => !path.includes(":") && !WITH_STATES.has(path as string))
    .map(({ path }) => visitor(path)),
  visitor(
    "/",
    [
      async (page) => {
        await page.locator("#search").pressSequentially("sla");
        await page.getByRole("option", { name: /Slack/ }).waitFor();
      },
    ],
    { "Alternatives to Slack": "Slack" },
  ),
  visitor("/?q=zzzz", [
    async (page) => {
      await press(page, "Tell me when one is listed");
      await waitForText(page, "Email address is required");
    },
  ]),
  visitor("/mattermost"),
  visitor("/alternatives/slack", [
    unfold,
    async (page) => {
      await page
        .getByRole("checkbox", { name: /^Compare / })
        .first()
        .check();
      await page.getByText("Choose one more").waitFor();
    },
    // A wide window has no button for them.
    async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("link", { name: /^Filters/ }).click();
      await page.getByRole("dialog", { name: "Filters" }).getByLabel("Command line").check();
      await page.waitForURL(/runs_on=cli/);
    },
  ]),
  visitor("/alternatives/slack/open-source"),
  visitor("/compare/element-vs-jitsi-meet-vs-mattermost"),
  visitor("/categories/communication"),
  visitor(`/blogs/${POST}`),
  visitor("/about", [
    async (page) => {
      await page.keyboard.press("/");
      const search = page.getByRole("dialog", { name: "Search" });
      await search.getByLabel("Search products, sites and categories").fill("sla");
      await search.getByRole("option").first().waitFor();
    },
  ]),
  visitor("/about?tab=terms", [unfold]),
  visitor("/about?tab=privacy"),
  visitor("/price", [unfold]),
  visitor("/contact", [sendEmptyForm]),
  visitor("/report/products/slack", [
    async (page) => {
      await page.getByLabel("What is wrong?").selectOption("Something in it is illegal");
      await sendEmptyForm(page);
    },
  ]),
  owner("/report/sites/:site", [
    async (page) => {
      await page.getByLabel("What is wrong?").selectOption("Runs on");
      await press(page, "Send suggestion");
      await waitForText(page, "Please enter a web address where this is stated.");
    },
  ]),
  visitor("/login", [sendEmptyForm], { "Reset your password": "Forgot Password?" }),
  visitor("/login/verify", [sendEmptyForm]),
  visitor("/google-login/"),
  visitor("/signup", [sendEmptyForm]),
  visitor("/signup/verify/unknown"),
  visitor("/request-password-reset"),
  visitor("/password/reset/confirm/unknown"),
  visitor("/search-watches/confirm/unknown"),
  visitor("/search-watches/unsubscribe/unknown"),
  visitor("/admin"),
  visitor("/no/such/page"),

  owner("/:slug"),
  owner("/dashboard", [], { "Delete this site?": /^Delete / }),
  owner("/dashboard?tab=payments", [], { "Cancel this subscription?": /^Cancel subscription/ }),
  owner(
    "/user",
    [
      async (page) => {
        await press(page, "Edit Name");
        await press(page, "Change Password");
      },
    ],
    { "Delete your account?": "Delete Account" },
  ),
  staff("/user/moved/slack?to=zulip", [sendEmptyForm]),
  owner("/sites", [
    async (page) => {
      await press(page, /^Edit /);
      await page.getByLabel("Site name").fill("");
      await press(page, "Save");
      await waitForText(page, "Site name is required");
    },
  ]),
  owner("/sites/create", wizard),
  owner("/site/edit/:site", editing, { "Leave without saving?": "← Back to Dashboard" }),
  owner("/site/owner/:site", [
    async (page) => {
      await page.getByLabel("By a meta tag").waitFor();
      await page.getByRole("button", { name: "Send the link" }).click();
      await waitForText(page, "Email address is required");
    },
  ]),
  owner("/site/figures/:site", [unfold]),
  owner("/pay"),
  owner("/pay?siteId=:site", [
    async (page) => {
      await page.getByLabel("Country of your business").selectOption("");
      await page.getByLabel("Security code").press("Enter");
      await waitForText(page, "Please complete all card fields.");
    },
  ]),
  owner("/pay?siteId=:paid&change=card"),

  staff("/dashboard", [unfold]),
  staff("/dashboard?tab=blog", [], { "Delete this blog post?": /^Delete / }),
  staff("/blogs/create", [sendEmptyForm]),
  staff("/blog/create"),
  staff(`/blogs/edit/${POST}`),
  staff(`/blogs/preview/${POST}`),
  staff("/admin", [], { Sites: "Sites" }),
  staff(`/admin?model=search/search&q=${SEARCHED_WEEK}`, [], { "Make a synonym": "Synonym… from Royal board" }),
  staff("/alternatives/slack", [], { "Guide to Slack": "Edit this guide" }),
  staff("/admin?model=sites/product", [], { "into another product": /^Merge…/ }),
];
