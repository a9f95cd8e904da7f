import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { PAGES } from "#web/pages.ts";
import { drawnPng } from "../../support/png.ts";
import { SEARCHED_WEEK } from "./accounts.ts";
import { articleOf, callApi, type ListedSite, focusMenuEntry, openBlockMenu, waitForText } from "./owners.ts";

export type Person = "visitor" | "owner" | "staff";

/** Brings an open screen into its next state. Each state starts from the one before. */
type State = (page: Page, site: ListedSite) => Promise<unknown>;

export type Screen = {
  who: Person;
  /** `:site` and `:slug` are the id and slug of a site of the owner. `:gone` is the slug of a deleted site, `:paid` the id of a site with a subscription. */
  path: string;
  /** The main heading. */
  title: string | RegExp;
  states?: State[];
  /** The dialogs: the name of each, and the name of the button or link that opens it. */
  dialogs?: Record<string, string | RegExp>;
};

const POST = "what-featured-means-in-this-directory";

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });

const unfold: State = (page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

/** A wide window has no button for them. */
const openFilters: State = async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: /^Filters/ }).click();
  await page.getByRole("dialog", { name: "Filters" }).getByLabel("Linux").check();
  await page.waitForURL(/platform=linux/);
};

const sendEmptyForm: State = async (page) => {
  await page.getByRole("main").locator("form button:not([type=button])").first().click();
  await page.getByRole("main").locator("[aria-invalid=true]").first().waitFor();
};

const editorReady = (page: Page) => page.locator(".article-editor[aria-busy=false]").waitFor();

const screenshots = async (page: Page) => {
  await page.getByLabel("Add screenshots").setInputFiles(
    [800, 100].map((side) => ({
      name: `${side}.png`,
      mimeType: "image/png",
      buffer: Buffer.from(drawnPng(side, side)),
    })),
  );
  await waitForText(page, `100.png: ${SITE_IMAGE_MESSAGES.screenshotTooSmall}`);
};

const payIncompletely: State = async (page) => {
  await page.getByLabel("Country of your business").selectOption("");
  await page.getByLabel("Security code").press("Enter");
  await waitForText(page, "Please complete all card fields.");
};

const wizard: State[] = [
  async (page) => {
    await screenshots(page);
    await press(page, "Add alternative");
    await label(page, "Name").first().fill("Slack");
    await page.getByLabel("URL").last().fill("https://teams.example/");
    await press(page, "Continue");
    await waitForText(page, "Name is required when URL is provided");
  },
  async (page) => {
    await label(page, "Name").first().fill("Slac");
    await page.getByRole("option", { name: /Slack/ }).waitFor();
  },
  async (page) => {
    await page.getByLabel("URL").first().fill("https://slack.example/");
    await label(page, "Name").last().fill("Teams");
    await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
    await page.getByLabel("Site name").fill("Accessible site");
    await page.getByLabel("Category").selectOption("Security");
    await press(page, "Remove screenshot 2");
    await page.getByLabel("Decorative").check();
    await press(page, "Continue");
    await editorReady(page);
    await press(page, "Continue");
    await waitForText(page, "Content is required");
  },
  async (page) => {
    await page.locator(".ce-paragraph").last().click();
    const menu = await openBlockMenu(page);
    await menu.getByText("Image", { exact: true }).waitFor();
    const entry = await focusMenuEntry(page, menu);
    await page
      .getByRole("status")
      .getByText((await entry.innerText()).trim(), { exact: true })
      .waitFor({ state: "attached" });
  },
  async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(".ce-paragraph").last().fill("Words.");
    await press(page, "Continue");
    await page.locator(".article").waitFor();
  },
  async (page) => {
    await page.reload();
    await waitForText(page, "You have a draft");
  },
  async (page) => {
    await press(page, "Continue with the draft");
    await page.locator(".article").waitFor();
  },
];

const editing: State[] = [
  async (page) => {
    await openTab(page, "Alternatives");
    await page.getByText("How does it replace First Product?").click();
  },
  async (page) => {
    await openTab(page, "Facts");
    await page.getByText("More facts").click();
    await page.getByLabel("Time to set up").selectOption("Minutes");
    await page.getByText("Where is this stated?").click();
    await page.getByRole("combobox", { name: "Languages" }).fill("nonsense?");
    await page.keyboard.press("Enter");
    await waitForText(page, "is not a language code");
  },
  async (page) => {
    await openTab(page, "Images");
    await screenshots(page);
  },
  async (page) => {
    for (const number of [2, 1]) await press(page, `Remove screenshot ${number}`);
  },
  async (page) => {
    await openTab(page, "Blog Content");
    await editorReady(page);
  },
  async (page) => {
    await press(page, "Preview");
    await page.locator(".article").waitFor();
  },
  async (page, site) => {
    await openTab(page, "Site Details");
    await page.getByLabel("Site name").fill("");
    await press(page, "Save Changes");
    await waitForText(page, "Site name is required");
    await page.getByLabel("Site name").fill(site.name);
    await page.getByLabel("Description").fill("Changed here");
    const { updated_at: _, ...seen } = await callApi<{ updated_at: string }>(page, "GET", `sites/${site.id}/`);
    await callApi(page, "PUT", `sites/${site.id}/`, {
      ...seen,
      blog: { content: articleOf(`Changed elsewhere ${crypto.randomUUID()}.`) },
    });
  },
];

/** Every screen, once for each kind of user who sees another version of it. */
export const SCREENS: Screen[] = [
  ...Object.values(PAGES)
    .filter(({ path }) => !path.includes(":"))
    .map(({ path }): Screen => ({ who: "visitor", path, title: /./ })),
  {
    who: "visitor",
    path: "/",
    title: /./,
    states: [
      async (page) => {
        await page.locator("#search").pressSequentially("sla");
        await page.getByRole("option", { name: /Slack/ }).waitFor();
      },
      async (page) => {
        await page.goto("/");
        await press(page, /^Like /);
        await waitForText(page, "Please sign in before liking.");
      },
    ],
    dialogs: { "Alternatives to Slack": "Slack" },
  },
  {
    who: "visitor",
    path: "/?q=zzzz",
    title: /./,
    states: [
      async (page) => {
        await press(page, "Tell me when one is listed");
        await waitForText(page, "Email address is required");
      },
      async (page) => {
        await label(page, "Email").fill(`${crypto.randomUUID()}@example.com`);
        await press(page, "Tell me when one is listed");
        await waitForText(page, "Open the link in the email");
      },
    ],
  },
  {
    who: "visitor",
    path: "/mattermost",
    title: "Mattermost",
    states: [
      async (page) => {
        const failure = { status: 503, headers: { "x-request-id": crypto.randomUUID() }, json: { error: "No" } };
        await page.route("**/api/pages/**", (route) => route.fulfill(failure));
        await page.getByRole("link", { name: "Slack", exact: true }).first().click();
        await waitForText(page, "and include this code");
      },
    ],
  },
  { who: "visitor", path: "/blender", title: "Blender" },
  { who: "visitor", path: "/:gone", title: "Site not found" },
  { who: "visitor", path: "/alternatives/slack", title: /alternatives to Slack/, states: [unfold, openFilters] },
  { who: "visitor", path: "/alternatives/slack/open-source", title: "Open source alternatives to Slack" },
  { who: "visitor", path: "/alternatives/slack?encrypted=1&country=CH", title: /alternatives to Slack/ },
  { who: "visitor", path: "/alternatives/nothing-here", title: "Page not found" },
  {
    who: "visitor",
    path: "/alternatives/discord",
    title: /alternatives? to Discord/,
    states: [
      async (page) => {
        await page
          .getByRole("checkbox", { name: /^Compare / })
          .first()
          .check();
        await page.getByText("Choose one more").waitFor();
      },
    ],
  },
  {
    who: "visitor",
    path: "/compare?site=Element&site=Nothing",
    title: "Compare sites",
  },
  {
    who: "visitor",
    path: "/compare/element-vs-jitsi-meet-vs-mattermost",
    title: /Element, Jitsi Meet or Mattermost\?/,
    states: [(page) => page.getByRole("checkbox", { name: "Only differences" }).check()],
  },
  { who: "visitor", path: "/compare/element-vs-nothing", title: "Comparison not found" },
  { who: "visitor", path: "/categories/communication", title: /Communication/ },
  { who: "visitor", path: `/blogs/${POST}`, title: /featured/ },
  { who: "visitor", path: "/blogs/nothing-here", title: "Blog post not found" },
  { who: "visitor", path: "/about", title: /./ },
  { who: "visitor", path: "/about?tab=terms", title: /./, states: [unfold] },
  { who: "visitor", path: "/about?tab=privacy", title: /./, states: [unfold] },
  { who: "visitor", path: "/price", title: /./, states: [unfold] },
  { who: "visitor", path: "/contact", title: /./, states: [sendEmptyForm] },
  {
    who: "visitor",
    path: "/login",
    title: "Sign in",
    states: [sendEmptyForm],
    dialogs: { "Reset your password": "Forgot Password?" },
  },
  { who: "visitor", path: "/login/verify", title: "Enter your code", states: [sendEmptyForm] },
  { who: "visitor", path: "/google-login/", title: "Sign in with Google" },
  { who: "visitor", path: "/signup", title: "Sign up", states: [sendEmptyForm] },
  { who: "visitor", path: "/signup/verify/unknown", title: "Verify your email address" },
  { who: "visitor", path: "/request-password-reset", title: "Reset your password", states: [sendEmptyForm] },
  { who: "visitor", path: "/password/reset/confirm/unknown", title: "Choose a new password" },
  { who: "visitor", path: "/search-watches/confirm/unknown", title: "Tell me when one is listed" },
  { who: "visitor", path: "/search-watches/unsubscribe/unknown", title: "Stop emails about searches" },
  { who: "visitor", path: "/admin", title: "Login Required" },
  { who: "visitor", path: "/no/such/page", title: "Page not found" },

  { who: "owner", path: "/", title: /./ },
  { who: "owner", path: "/:slug", title: /./ },
  {
    who: "owner",
    path: "/dashboard",
    title: "Dashboard",
    dialogs: { "Delete this site?": /^Delete / },
    states: [
      async (page) => {
        await page.getByRole("searchbox", { name: "Search your sites" }).fill("nothing like this");
        await waitForText(page, "No matching sites found");
      },
      async (page) => {
        await page.getByRole("link", { name: "Show all your sites" }).click();
        await page.getByRole("article").first().waitFor();
      },
    ],
  },
  {
    who: "owner",
    path: "/dashboard?tab=payments",
    title: "Dashboard",
    dialogs: {
      "Cancel this subscription?": /^Cancel subscription/,
    },
  },
  {
    who: "owner",
    path: "/user",
    title: "Your account",
    states: [
      async (page) => {
        await press(page, "Edit Name");
        await press(page, "Change Password");
      },
    ],
    dialogs: { "Delete your account?": "Delete Account" },
  },
  {
    who: "owner",
    path: "/sites",
    title: "Your Sites",
    dialogs: { "Delete this site?": /^Delete / },
    states: [
      async (page) => {
        await press(page, /^Edit /);
        await page.getByLabel("Site name").fill("");
        await press(page, "Save");
        await waitForText(page, "Site name is required");
      },
      (page) => press(page, "Cancel"),
    ],
  },
  {
    who: "owner",
    path: "/sites/create",
    title: /./,
    states: wizard,
    dialogs: { "Discard this draft?": "Discard draft" },
  },
  {
    who: "owner",
    path: "/site/edit/:site",
    title: /./,
    states: editing,
    dialogs: { "Leave without saving?": "← Back to Dashboard", "This site has a newer version": "Save Changes" },
  },
  { who: "owner", path: "/pay", title: /./ },
  {
    who: "owner",
    path: "/pay?siteId=:site",
    title: /./,
    states: [
      payIncompletely,
      async (page) => {
        await page.getByLabel("Yearly").check();
        await page.getByText("Promotion code", { exact: true }).click();
        await label(page, "Your code").fill("UNKNOWN");
        await press(page, /^Apply/);
        await page.locator("input[name=promotion_code][aria-invalid=true]").waitFor();
      },
    ],
  },
  { who: "owner", path: "/pay?siteId=:paid&change=card", title: "Update card" },
  { who: "owner", path: "/admin", title: /./ },

  { who: "staff", path: "/dashboard", title: "Dashboard", states: [unfold] },
  { who: "staff", path: "/dashboard?tab=blog", title: "Dashboard", dialogs: { "Delete this blog post?": /^Delete / } },
  { who: "staff", path: "/blogs/create", title: "Create Blog", states: [sendEmptyForm] },
  { who: "staff", path: "/blog/create", title: "Create Blog" },
  { who: "staff", path: `/blogs/edit/${POST}`, title: /./, dialogs: { "Delete this blog post?": /^Delete Blog/ } },
  { who: "staff", path: `/blogs/preview/${POST}`, title: /featured/ },
  {
    who: "staff",
    path: "/admin",
    title: /./,
    dialogs: { Sites: "Sites" },
  },
  {
    who: "staff",
    path: `/admin?model=search/search&q=${SEARCHED_WEEK}`,
    title: /./,
    dialogs: { "Make a synonym": "Synonym… from Royal board" },
  },
  { who: "staff", path: "/admin?model=search/synonym", title: /./, dialogs: { "Add synonym": "Add synonym" } },
  { who: "staff", path: "/admin?model=sites/product", title: /./, dialogs: { "into another product": /^Merge / } },
];
