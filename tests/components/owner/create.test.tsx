import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Listed } from "#schema/sites/link-previews.ts";
import type { SiteForm } from "#schema/sites/site-form.ts";
import type { SiteDraft } from "#web/features/owner/draft/site-draft.ts";
import { button, field, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, refused } from "../support/api.ts";
import { articleOfCode, breakArticle, untilEditor } from "../support/article.ts";
import { passTime, stopClock } from "../support/clock.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { articleOf, LINK, proposal, storeDraft } from "../support/sites.ts";

const CREATE = "POST sites/";
const row = (number: number) => page.getByRole("group", { name: `Product ${number}`, exact: true });
const nameOf = (number: number) => row(number).getByLabelText("Name", { exact: true });
const alternatives = [{ key: "a", name: "Slack", link: "https://slack.com/" }];
const linkOf = (number: number) => row(number).getByLabelText("URL", { exact: true });
const seeStep = (step: string) =>
  expect.element(page.getByRole("heading", { name: `Listing, step ${step}` })).toBeVisible();

const seeDescription = (label: string, text: RegExp) => expect.element(field(label)).toHaveAccessibleDescription(text);

async function showForm(answers: Answers = {}, step = "") {
  vi.stubGlobal("scrollTo", () => {});
  await page.viewport(1000, 800);
  return showPrivate("createSite", `/sites/create${step}`, {
    "GET sites/proposal/?*": proposal,
    "GET alternatives/?*": { results: [] },
    "POST preview/": failed,
    ...answers,
  });
}

/** Opens a draft at a step. */
async function showDraft(step: string, changes: Partial<SiteDraft> = {}, answers: Answers = {}) {
  storeDraft(changes);
  const shown = await showForm(answers, step);
  await press("Continue with the draft");
  return shown;
}

async function typeLink() {
  await fill("Site link", LINK);
  await userEvent.tab();
}

test("missing and wrong fields show their errors, the first has the focus, and empty rows are removed", async () => {
  await showForm();
  await press("Continue");
  await seeProblem("Site link", "Site link is required");
  await see("Site name is required");
  await see("Category is required.");
  await fill("Site name", "x".repeat(101));
  await fill("Site link", "not a link");
  await fill("Description (optional)", "y".repeat(101));
  await see("101/100 characters");
  await expect.element(button("Remove product 1")).not.toBeInTheDocument();
  await press("Add a product");
  await nameOf(2).fill("Slack");
  await press("Add a product");
  await linkOf(3).fill("https://teams.example/");
  await press("Continue");
  for (const text of [
    "Please enter a valid URL.",
    "Site name must be less than 100 characters",
    "Description must be less than 100 characters",
    "URL is required when name is provided",
    "Name is required when URL is provided",
  ])
    await see(text);
  await expect.element(nameOf(1)).toHaveValue("Slack");
  await expect.element(row(3)).not.toBeInTheDocument();
  await field("Category").selectOptions("Finance");
  await nameOf(1).fill("");
  await expect.element(field("Category")).toBeValid();
  await expect.element(linkOf(1)).toBeValid();
  // The others are still wrong, and the focus stays where somebody types.
  await expect.element(nameOf(2)).toBeInvalid();
  await expect.element(nameOf(1)).toHaveFocus();
});

test("the name of a known product is enough: its URL follows, at the latest when the form is sent", async () => {
  const slack = { id: 1, name: "Slack", slug: "slack", link: "https://slack.com/" };
  await showForm({ "GET alternatives/?*": { results: [slack] } });
  await nameOf(1).fill("Slack");
  await userEvent.tab();
  await expect.element(linkOf(1)).toHaveValue("https://slack.com/");
  await press("Add a product");
  await nameOf(2).fill("Slac");
  await nameOf(1).fill("slack ");
  await linkOf(1).fill("");
  (nameOf(1).element() as HTMLInputElement).form!.requestSubmit();
  await expect.element(linkOf(1)).toHaveValue("https://slack.com/");
  await expect.element(linkOf(2)).toBeInvalid();
});

test("up to five alternatives are added, moved and removed by keyboard, and the focus follows them", async () => {
  const slack = { id: 1, name: "Slack", slug: "slack", link: "https://slack.com/" };
  await showForm({ "GET alternatives/?*": { results: [slack] } });
  await nameOf(1).fill("slac");
  await expect.element(page.getByRole("option", { name: /Slack/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(nameOf(1)).toHaveValue("Slack");
  await expect.element(linkOf(1)).toHaveValue("https://slack.com/");
  for (const name of ["B", "C", "D", "E"]) {
    await press("Add a product");
    await userEvent.keyboard(`${name}{Tab}`);
  }
  await expect.element(button("Add a product")).not.toBeInTheDocument();
  (button("Move product 2 up").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Move product 1 up")).toHaveFocus();
  await see("B is now number 1 of 5.");
  (button("Remove product 5").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(nameOf(4)).toHaveFocus();
  const names = [1, 2, 3, 4].map((number) => (nameOf(number).element() as HTMLInputElement).value);
  expect(names).toEqual(["B", "Slack", "C", "D"]);
});

test("a proposal for the link fills empty fields, says so and can be undone", async () => {
  let name = "Proposed";
  await showForm({ "GET sites/proposal/?*": () => ({ ...proposal, name, description: "Proposed words" }) });
  await fill("Description (optional)", "My own words");
  await fill("Site link", LINK);
  await field("Category").click();
  await see("Filled in name from the page.");
  await expect.element(field("Site name")).toHaveValue("Proposed");
  await expect.element(field("Description (optional)")).toHaveValue("My own words");
  // The name came from another page.
  name = "Of another page";
  await fill("Site link", "https://other.example/");
  await field("Category").click();
  await expect.element(field("Site name")).toHaveValue("Of another page");
  await press("Undo");
  await expect.element(field("Site name")).toHaveValue("");
});

test("facts and details of alternatives in a draft are sent, those that are wrong are left out, and none is asked", async () => {
  const sent: SiteForm[] = [];
  const details = { replaces: "part", lacks: "", adds: "", moving: "", movingLink: "" };
  await showDraft(
    "",
    {
      content: articleOf("It plans a week."),
      alternatives: [
        { ...alternatives[0]!, pair: { ...details, lacks: "Huddles" } },
        { key: "b", name: "Teams", link: "https://teams.example/", pair: { ...details, movingLink: "not a link" } },
      ],
      facts: { pricing: "paid", since: "last year" },
      factSources: { pricing: "not a link" },
    },
    {
      [CREATE]: (form: SiteForm) => {
        sent.push(form);
        return refused("Not today.");
      },
    },
  );
  await expect.element(page.getByText("How does it replace Slack?")).not.toBeInTheDocument();
  await expect.element(page.getByText("Facts (optional)")).not.toBeInTheDocument();
  await press("Continue");
  await seeStep("2 of 3 Content");
  await press("Continue");
  await press("List this site");
  await seeAlert("Not today.");
  expect(sent).toMatchObject([
    {
      facts: { pricing: "paid" },
      fact_sources: {},
      alternatives: [{ name: "Slack", replaces: "part", lacks: ["Huddles"] }, { name: "Teams" }],
      blog: { content: expect.stringContaining("It plans a week.") },
    },
  ]);
  expect([sent[0]!.facts, sent[0]!.alternatives[1]]).toEqual([
    { pricing: "paid" },
    { name: "Teams", link: "https://teams.example/" },
  ]);
});

test("the form begins with the product and category of the link to it, and the card follows what is typed", async () => {
  await showForm({}, "?category=finance&product=Slack&url=https%3A%2F%2Fslack.com%2F");
  await expect.element(field("Category")).toHaveValue("finance");
  await expect.element(linkOf(1)).toHaveValue("https://slack.com/");
  expect(localStorage).toHaveLength(0);
  await fill("Site name", "Written here");
  const card = () => page.getByText("Your card in lists").element().parentElement!.textContent;
  await expect.poll(card).toMatch(/Written here.*Slack.*Finance/);
});

test("a refused site opens the step of its field, and an ended session leads to the sign-in with the draft kept", async () => {
  const answers = [failed(), refused("Gone.", { category: "No such category." }), refused("Who?", {}, 401)];
  let isSignedIn = true;
  const { router } = await showDraft(
    "#finish",
    { content: articleOf("It plans a week.") },
    {
      [CREATE]: () => answers.shift()!,
      "GET user/": () =>
        isSignedIn ? { user: { id: 1, email: "anna@example.com" } } : new Response(null, { status: 401 }),
    },
  );
  await press("List this site");
  await seeAlert("Failed to create site. Please try again.");
  await press("List this site");
  await seeStep("1 of 3 Details");
  await see("No such category.");
  await press("Continue");
  await press("Continue");
  await see("No product is named");
  isSignedIn = false;
  await press("List this site");
  await expect.poll(() => placeOf(router)).toBe("/login?next=%2Fsites%2Fcreate");
  isSignedIn = true;
  await showForm({}, "#content");
  await press("Continue with the draft");
  await expect.poll(() => document.querySelector(".article-editor")?.textContent).toContain("It plans a week.");
});

const PROMPT = ".ce-paragraph[data-placeholder]:is(:empty, [data-empty=true])";
const headings = () => [...document.querySelectorAll("h2.ce-header")].map(({ textContent }) => textContent);
const seeHeadings = (...texts: string[]) => expect.poll(headings).toEqual(texts);
async function writeBelow(heading: number, text: string) {
  const line = () => document.querySelectorAll(PROMPT)[heading];
  await expect.poll(line).toBeDefined();
  await userEvent.click(line()!);
  await userEvent.keyboard(text);
}
const TEMPLATE = ["Who it suits", "What is different from Slack", "Moving over", "Limits", "Price"];

async function showContent(answers: Answers = {}) {
  await showDraft("#content", { alternatives }, answers);
  await seeHeadings(...TEMPLATE);
  await untilEditor();
}

test("a new article begins with headings, and only those with text are published", async () => {
  const previewed: string[] = [];
  await showContent({
    "POST preview/": ({ content }: { content: string }) => {
      previewed.push(content);
      return failed();
    },
  });
  await press("Continue");
  await see("Content is required");
  await expect.poll(() => document.activeElement).toBe(document.querySelector(PROMPT));
  await writeBelow(1, "No ads.");
  await press("Back");
  await nameOf(1).fill("Teams");
  await press("Continue");
  await seeHeadings(...TEMPLATE.with(1, "What is different from Teams"));
  await press("Continue");
  await seeStep("3 of 3 Finish");
  await expect.poll(() => previewed.length).toBeGreaterThan(0);
  const { blocks } = JSON.parse(previewed[0]!) as { blocks: { data: { text: string } }[] };
  expect(blocks.map(({ data }) => data.text)).toEqual(["What is different from Teams", "No ads."]);
});

test("the headings can be removed and restored by keyboard, and the draft remembers both", async () => {
  const reopen = async () => {
    await showForm({}, "#content");
    await press("Continue with the draft");
    await untilEditor();
  };
  await showContent();
  (button("Start with an empty article").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Undo")).toHaveFocus();
  await see("The empty headings are removed.");
  await seeHeadings();
  await reopen();
  await seeHeadings();
  await press("Undo");
  await seeHeadings(...TEMPLATE);
  // Text keeps its heading, and the others return to their places.
  await writeBelow(1, "No ads.");
  await press("Remove the empty headings");
  await seeHeadings(TEMPLATE[1]!);
  await press("Undo");
  await seeHeadings(...TEMPLATE);
});

test("an article that the editor cannot read stops the form, and Back leads to the step before", async () => {
  await showDraft("#content", { content: articleOfCode });
  await breakArticle();
  await press("Continue");
  await see("Error validating content");
  await press("Back");
  await seeStep("1 of 3 Details");
});

test("a draft is discarded after a question, and the next form stays at its first step", async () => {
  storeDraft();
  const { router } = await showForm({}, "#content");
  await press("Discard draft");
  await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await fill("Site link", LINK);
  await fill("Site name", "Mine");
  await field("Category").selectOptions("Finance");
  await expect.poll(() => router.state.location.hash).toBe("#details");
  await seeStep("1 of 3 Details");
});

test("another tab with the same draft is named", async () => {
  await showForm();
  await fill("Site name", "Written here");
  const [key] = Object.keys(localStorage);
  const tell = (newValue: string | null) => dispatchEvent(new StorageEvent("storage", { key: key!, newValue }));
  tell("{}");
  await see("This draft is also open in another tab. Only the latest change is saved.");
  tell(null);
  await see("This draft was finished or discarded in another tab.");
  await fill("Site name", "Written here again");
  await see("Your draft is saved on this device.");
});

test("parts of a draft that the form does not know any more can be copied", async () => {
  const draft = { name: "Kept for long", alternatives: { 0: "Slack" }, content: articleOf("Text") };
  localStorage.setItem("draft.1.new", JSON.stringify({ draft, changedAt: "2026-11-20T12:00:00.000Z" }));
  await showForm();
  const parts = field("Parts that cannot be restored");
  await expect.poll(() => (parts.element() as HTMLTextAreaElement).value).toContain('"0": "Slack"');
  await press("Continue with the draft");
  await expect.element(field("Site name")).toHaveValue("Kept for long");
});

const lists = (listed: Listed) => ({ "GET sites/proposal/?*": { ...proposal, listed } });

test("a link that the user lists already is said when the field is left, and step 1 stays", async () => {
  await showDraft("", { link: "" }, lists({ name: "Before", id: 7 }));
  await typeLink();
  await seeDescription("Site link", /already listed as “Before”/);
  const edit = page.getByRole("link", { name: "Edit “Before”" });
  await expect.element(edit).toHaveAttribute("href", "/site/edit/7");
  await press("Continue");
  await expect.element(field("Site link")).toHaveFocus();
});

test("the link of a stored draft is asked before step 2", async () => {
  const { calls } = await showDraft("", {}, lists({ name: "Before", id: 7 }));
  const asked = () => calls.filter((call) => call.startsWith("GET sites/proposal/")).length;
  expect(asked()).toBe(0);
  await press("Continue");
  await seeDescription("Site link", /already listed as “Before”/);
  expect(asked()).toBe(1);
});

test("a link that somebody else lists is said while it is typed, with what its owner can do, and the form goes on", async () => {
  await showDraft("", { link: "" }, lists({ name: "Theirs", slug: "theirs" }));
  stopClock();
  await fill("Site link", "mine.example");
  await passTime(1000);
  await expect.element(page.getByRole("link", { name: "Theirs" })).toHaveAttribute("href", "/theirs");
  await expect.element(page.getByRole("link", { name: "Ask for that listing" })).toHaveAttribute("href", "/contact");
  vi.useRealTimers();
  await press("Continue");
  await seeStep("2 of 3 Content");
});

test("without an answer about the link, the form goes on", async () => {
  await showDraft("", { link: "" }, { "GET sites/proposal/?*": failed });
  await typeLink();
  await see("We could not open your page.");
  await press("Continue");
  await seeStep("2 of 3 Content");
});
