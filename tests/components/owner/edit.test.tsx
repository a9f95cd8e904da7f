import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SiteForm } from "#schema/sites/site-form.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { anna } from "../../web/support/anna.ts";
import { button, field, fill, press, pressInPage, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed, lost, refused } from "../support/api.ts";
import { articleOfCode, breakArticle, untilEditor, writeArticle } from "../support/article.ts";
import { passTime, stopClock } from "../support/clock.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { articleOf, ownSite, proposal } from "../support/sites.ts";

const PUT = "PUT sites/7/";
const tab = (name: string) => page.getByRole("tab", { name, exact: true });
const description = field("Description (optional)");
const dialog = page.getByRole("dialog");
const back = page.getByRole("link", { name: "← Back to Dashboard" });
const conflict = () => refused("Changed since.", {}, 409);

const NO_PRODUCTS = { "GET alternatives/?*": { results: [] } };

const showForm = (answers: Answers = {}) =>
  showPrivate("editSite", "/site/edit/7", {
    "GET sites/7/": ownSite,
    ...NO_PRODUCTS,
    "POST preview/": failed,
    ...answers,
  });

const saved = (form: object): EditableSite => ({ ...ownSite, ...form, updated_at: "2026-11-20T12:00:00.000Z" });

async function openArticle() {
  await tab("Blog Content").click();
  await untilEditor();
}

/** Leaves the form, which keeps its draft. */
async function leave() {
  await back.click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test("arrow keys move through the tabs, and an error in a closed tab opens it", async () => {
  await showForm();
  (tab("Site Details").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(tab("Alternatives")).toHaveAttribute("aria-selected", "true");
  await page.getByLabelText("URL").first().fill("");
  (tab("Alternatives").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await press("Save Changes");
  await see("URL is required when name is provided");
  await expect.element(page.getByLabelText("URL").first()).toHaveFocus();
  await expect.element(tab("Alternatives")).toHaveAttribute("aria-selected", "true");
});

test("a product that is added by its name gets its URL", async () => {
  const slack = { id: 1, name: "Slack", slug: "slack", link: "https://slack.com/" };
  await showForm({ "GET alternatives/?*": { results: [slack] } });
  await tab("Alternatives").click();
  await press("Add a product");
  await page.getByLabelText("Name", { exact: true }).last().fill("slack");
  await userEvent.tab();
  await expect.element(page.getByLabelText("URL").last()).toHaveValue("https://slack.com/");
});

test("a listing is completed: facts of its page are confirmed or refused, and how it replaces a product is said", async () => {
  const source = "https://mine.example/prices";
  const sent: SiteForm[] = [];
  await showPrivate("editSite", "/site/edit/7?tab=facts", {
    "GET sites/7/": ownSite,
    ...NO_PRODUCTS,
    "GET sites/proposal/?*": {
      ...proposal,
      facts: { pricing: "paid", platforms: ["ios"] },
      fact_sources: { pricing: source, platforms: source },
    },
    [PUT]: (form: SiteForm) => {
      sent.push(form);
      return refused("Not today.");
    },
  });
  await press("Use this for Pricing");
  await press("No to Runs on");
  await expect.element(page.getByRole("region", { name: "Your page says" })).not.toBeInTheDocument();
  await expect.element(field("Pricing")).toHaveValue("paid");
  await expect.element(field("iOS")).not.toBeChecked();
  await page.getByRole("group", { name: "Open source" }).getByLabelText("No", { exact: true }).click();
  const licence = page.getByRole("combobox", { name: "Licence" });
  await licence.fill("my own");
  await userEvent.keyboard("{Enter}");
  await see("“my own” is not an SPDX identifier");
  await licence.fill("proprietary");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Remove Proprietary")).toBeVisible();
  const amount = field("Amount");
  await amount.fill("4 euro");
  await page.getByText("More facts").click();
  const since = page.getByRole("textbox", { name: "Made since", exact: true });
  await since.fill("last year");
  await button("Say how it replaces First Product").click();
  await page.getByText("How does it replace First Product?").click();
  await field("How much of First Product it replaces").selectOptions("Part of the job");
  await field("What First Product has and this site lacks").fill("Huddles\n");
  const url = page.getByLabelText("URL", { exact: true }).first();
  await url.fill("");
  await press("Save Changes");
  await expect.element(url).toHaveFocus();
  await url.fill("https://1.example/");
  await press("Save Changes");
  await see("Price from must have an amount");
  await expect.element(amount).toHaveFocus();
  await amount.fill("4,5");
  await press("Save Changes");
  await see("Made since must be a whole number");
  await expect.element(since).toHaveFocus();
  await since.fill("2020");
  await press("Save Changes");
  await seeAlert("Not today.");
  expect(sent).toMatchObject([
    {
      facts: {
        pricing: "paid",
        open_source: false,
        licences: ["Proprietary"],
        since: 2020,
        price_from: { amount: "4.50" },
      },
      fact_sources: { pricing: source },
      alternatives: [{ name: "First Product", replaces: "part", lacks: ["Huddles"] }, { name: "Second Product" }],
    },
  ]);
  expect(sent[0]!.facts).not.toHaveProperty("platforms");
});

test("leaving unsaved changes asks first, and they are kept as a draft, which can be discarded", async () => {
  const { router } = await showForm();
  const leaves = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await openArticle();
  expect(leaves(), "opening the editor is no change").toBe(true);
  await tab("Site Details").click();
  await description.fill("Not saved yet");
  expect(leaves()).toBe(false);
  await back.click();
  await press("Cancel");
  await expect.element(description).toHaveValue("Not saved yet");
  await leave();
  expect(placeOf(router)).toBe("/dashboard");
  await showForm();
  await press("Continue with the draft");
  await expect.element(description).toHaveValue("Not saved yet");
  await press("Discard draft");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect.element(description).toHaveValue(ownSite.description);
});

test("if the session has ended, a save leads to the sign-in without a question, and the draft is kept", async () => {
  let isSignedIn = true;
  const { router } = await showForm({
    [PUT]: refused("Who?", {}, 401),
    "GET user/": () => (isSignedIn ? { user: anna } : new Response(null, { status: 401 })),
  });
  await description.fill("Not saved yet");
  isSignedIn = false;
  await press("Save Changes");
  await expect.poll(() => placeOf(router)).toBe("/login?next=%2Fsite%2Fedit%2F7");
  isSignedIn = true;
  await showForm();
  await press("Continue with the draft");
  await expect.element(description).toHaveValue("Not saved yet");
});

test("text that is typed during a save stays, and the next save stores it", async () => {
  const arrives = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await showForm({
    [PUT]: async (form: EditableSite) => {
      sent.push(form.description);
      await arrives.promise;
      return saved(form);
    },
  });
  await description.fill("First");
  await press("Save Changes");
  await description.fill("First and second");
  arrives.resolve();
  await see("Saved successfully!");
  await back.click();
  await press("Cancel");
  await expect.element(description).toHaveValue("First and second");
  await press("Save Changes");
  await expect.poll(() => sent).toEqual(["First", "First and second"]);
});

test("a save whose response was lost is done, and a second press says so", async () => {
  let stored = ownSite;
  await showForm({
    "GET sites/7/": () => stored,
    [PUT]: (form: object) => {
      if (stored !== ownSite) return conflict();
      stored = saved(form);
      return lost();
    },
  });
  await description.fill("Saved unheard");
  await press("Save Changes");
  await seeAlert("Network error - please check your connection");
  await pressInPage("Save Changes");
  await see("Saved successfully!");
});

test("a save asks before it overwrites a newer version, which can be loaded or overwritten; Escape chooses neither", async () => {
  let stored = ownSite;
  const sent: EditableSite[] = [];
  const answers = {
    "GET sites/7/": () => stored,
    [PUT]: (form: EditableSite) => {
      sent.push(form);
      return form.updated_at === stored.updated_at ? saved(form) : conflict();
    },
  };
  await showForm(answers);
  const newer = page.getByRole("dialog", { name: "This site has a newer version" });
  await description.fill("Mine");
  stored = { ...ownSite, description: "From elsewhere", updated_at: "2026-11-01T00:00:00.000Z" };
  await press("Save Changes");
  await expect.element(newer.getByText("the other one will be lost", { exact: false })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(newer).not.toBeInTheDocument();
  await expect.element(description).toHaveValue("Mine");
  await press("Save Changes");
  await press("Load newer version");
  await expect.element(description).toHaveValue("From elsewhere");
  stored = { ...stored, name: "Other", updated_at: "2026-11-02T00:00:00.000Z" };
  await description.fill("Mine after all");
  await leave();

  // A draft knows the version that it was based on.
  await showForm(answers);
  await press("Continue with the draft");
  await expect.element(description).toHaveValue("Mine after all");
  await press("Save Changes");
  await expect.element(newer).toBeVisible();
  await pressInPage("Save my version");
  await see("Saved successfully!");
  expect(sent.at(-1)).toMatchObject({ description: "Mine after all", updated_at: stored.updated_at });
});

test("a site that cannot be loaded says so and can be loaded again, and one that cannot be saved says it twice", async () => {
  let isDown = true;
  await showForm({ "GET sites/7/": () => (isDown ? failed() : ownSite), [PUT]: failed });
  await see("Failed to load site.");
  isDown = false;
  await press("Try again");
  await expect.element(field("Site name")).toHaveValue("Mine");
  await press("Save Changes");
  await seeAlert("Save failed");
  await seeAlert("Failed to update site. Please try again.");
});

test("only a changed article is sent, and a failed preview can be tried again with the typed text", async () => {
  const sent: Partial<EditableSite>[] = [];
  const previewed: string[] = [];
  // After a save that succeeds, the form is left soon.
  await showForm({
    [PUT]: (form: object) => {
      sent.push(form);
      return failed();
    },
    "POST preview/": ({ content }: { content: string }) => {
      previewed.push(content);
      return refused("Not right now.", {}, 503);
    },
  });
  await fill("Site name", "Renamed");
  await press("Save Changes");
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).not.toHaveProperty("blog");
  await openArticle();
  await writeArticle(" And more.");
  await press("Preview");
  await seeAlert("Not right now.");
  await press("Try again");
  await expect.poll(() => previewed.length).toBe(2);
  for (const content of previewed) expect(content).toContain("What this site does. And more.");
  await press("Save Changes");
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]!.blog!.content).toContain("What this site does. And more.");
});

test("an article that the editor cannot read is not saved", async () => {
  await showForm({ "GET sites/7/": { ...ownSite, content: articleOfCode } });
  await openArticle();
  await breakArticle();
  await press("Save Changes");
  await see("Error saving content");
});

test("a change in the editor is saved as a draft after 300 milliseconds", async () => {
  await showForm({ "GET sites/7/": { ...ownSite, content: articleOf("Text") } });
  await openArticle();
  const line = document.querySelector<HTMLElement>(".ce-paragraph")!;
  stopClock();
  line.textContent = "Text!";
  line.dispatchEvent(new InputEvent("input", { bubbles: true }));
  // Editor.js hears of the change in a microtask, or with the next frame.
  await passTime(0);
  await passTime(299);
  expect(localStorage).toHaveLength(0);
  await passTime(1);
  await expect.poll(() => localStorage.length).toBe(1);
});
