import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AdminValue } from "#schema/admin.ts";
import { field as input, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, refused } from "../support/api.ts";
import { passTime, stopClock } from "../support/clock.ts";
import { showPrivate } from "../support/show.tsx";
import { appOf, field, listOf, staff } from "./lists.ts";

const fields = [field("name", "Name"), field("review_note", "Reason for review"), field("link", "Link")];
const REASON = "a URL in the name or description";
const listing = (id: number, name: string) => ({
  id,
  name,
  review_note: REASON as AdminValue,
  link: `https://${name.toLowerCase()}.example/`,
  updated_at: `2026-01-0${id}T10:00:00Z`,
});
const shown = (name: string) => ({
  name,
  slug: name.toLowerCase(),
  link: `https://${name.toLowerCase()}.example/`,
  description: `${name} at www.casino.example today`,
  alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  article: { blocks: [{ type: "paragraph", content: [`${name} is at www.casino.example`] }] },
});
const review = (name: string, rival: object | null = null) => ({
  listing: shown(name),
  findings: [
    { reason: REASON, found: ["www.casino.example"] },
    { reason: "a rule that this owner need not follow", found: ["today"] },
  ],
  rival,
});

/** Shows Gamma, Beta and Alpha, the newest first. A decision changes what the server then lists. */
function showPending(answers: Answers = {}) {
  let waiting = [listing(1, "Alpha"), listing(2, "Beta"), listing(3, "Gamma")];
  const decide = (id: number) => () => {
    const record = waiting.find((one) => one.id === id)!;
    waiting = waiting.filter((one) => one !== record);
    return record;
  };
  return showPrivate(
    "admin",
    "/admin",
    {
      "GET get_model/": () => [
        appOf("sites/site", "Sites", 3, [{ filter: "pending", label: "Listings to review", count: waiting.length }]),
      ],
      "GET get_model/sites/site/?filter=pending": () =>
        listOf("Site", fields, waiting, { filters: [{ name: "pending", label: "Pending review" }] }),
      ...Object.fromEntries(
        waiting.flatMap(({ id, name }) => [
          [`PATCH sites/site/${id}/?seen=2026-01-0${id}T10%3A00%3A00Z`, decide(id)],
          [`GET admin/listings/${id}/`, review(name, name === "Gamma" ? shown("Original") : null)],
        ]),
      ),
      ...answers,
    },
    { user: staff },
  );
}

const row = (name: string) => page.getByRole("button", { name: new RegExp(`^${name} `) });
const isOpen = (name: string) => expect.element(row(name)).toHaveAttribute("aria-expanded", "true");
const changesIn = (calls: string[]) => calls.filter((call) => call.startsWith("PATCH")).length;

test("the open listing shows why it waits, marked in its texts, beside the listing that it may copy", async () => {
  await page.viewport(1280, 800);
  await showPending();
  await isOpen("Gamma");
  await see("Gamma is at");
  const marked = [...document.querySelectorAll(".pending-detail mark")].map(({ textContent }) => textContent);
  expect(marked, "in the reason, the description and the article").toEqual(Array(3).fill("www.casino.example"));
  const rival = page.getByRole("region", { name: "Public listing with this page or name" });
  await expect.element(rival.getByRole("link", { name: "Original", exact: true })).toHaveAttribute("href", "/original");
  expect(rival.element().querySelector("mark")).toBeNull();
});

test("keys move through what waits and decide as soon as the page is open, and only with the focus there", async () => {
  await page.viewport(1280, 800);
  const { calls } = await showPending();
  await isOpen("Gamma");
  await userEvent.keyboard("j");
  await expect.element(row("Beta")).toHaveFocus();
  await isOpen("Beta");

  // The keys decide only on the record that is shown.
  (row("Alpha").element() as HTMLElement).focus();
  await userEvent.keyboard("a");
  (page.getByRole("link", { name: "3 Listings to review" }).element() as HTMLElement).focus();
  await userEvent.keyboard("ar");
  (row("Beta").element() as HTMLElement).focus();
  expect(row("Beta").elements()).toHaveLength(1);

  await userEvent.keyboard("a");
  await see("“Beta” was approved.");
  await expect.element(row("Alpha")).toHaveFocus();
  expect(row("Beta").elements()).toEqual([]);
  expect(changesIn(calls)).toBe(0);

  // In the field, the keys are letters. The next decision sends the one before.
  await userEvent.keyboard("k");
  await expect.element(row("Gamma")).toHaveFocus();
  await userEvent.keyboard("r");
  await press("Refuse");
  await seeProblem("Reason for refusal (emailed to owner)", "Please pick or write a reason.");
  await press("No software");
  await userEvent.click(input("Reason for refusal (emailed to owner)"));
  await userEvent.keyboard(" jar");
  await press("Refuse");
  await see("“Gamma” was refused.");
  await expect.poll(() => changesIn(calls)).toBe(1);
  window.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => changesIn(calls)).toBe(2);
});

test("a decision can be undone before it is sent", async () => {
  await page.viewport(1280, 800);
  const { calls } = await showPending();
  await isOpen("Gamma");
  await userEvent.keyboard("a");
  await press("Undo");
  await isOpen("Gamma");
  window.dispatchEvent(new Event("pagehide"));
  await userEvent.keyboard("a");
  await see("“Gamma” was approved.");
  await userEvent.keyboard("u");
  await isOpen("Gamma");
  window.dispatchEvent(new Event("pagehide"));
  expect(changesIn(calls)).toBe(0);

  stopClock();
  await userEvent.keyboard("a");
  await passTime(9_900);
  expect(changesIn(calls)).toBe(0);
  await passTime(200);
  expect(changesIn(calls)).toBe(1);
  await userEvent.keyboard("a");
  window.dispatchEvent(new Event("pagehide"));
  await passTime(100);
  expect(changesIn(calls), "leaving the page sends it").toBe(2);
});

test("a decision that the server refuses is said, and its listing waits again", async () => {
  await page.viewport(1280, 800);
  await showPending({
    "PATCH sites/site/3/?seen=2026-01-03T10%3A00%3A00Z": () => refused("It has changed."),
  });
  await isOpen("Gamma");
  await userEvent.keyboard("a");
  window.dispatchEvent(new Event("pagehide"));
  await seeAlert("“Gamma” was not approved. It has changed.");
  await expect.element(row("Gamma")).toBeVisible();
});

test("the email of an answer is shown before it is sent, and what was typed stays with its message", async () => {
  await page.viewport(1280, 800);
  const message = (id: number, email: string) => ({ id, email, message: `From ${email}`, answer: null });
  let waiting = [message(2, "bert@example.com"), message(1, "cleo@example.com")];
  const { calls } = await showPending({
    "GET get_model/": () => [appOf("contact/message", "Messages", 2, [{ filter: "new", label: "New", count: 2 }])],
    "GET get_model/contact/message/?filter=new": () =>
      listOf("Message", [field("email", "From"), field("message", "Message", { kind: "long_text" })], waiting),
    "POST contact/message/2/mail/": ({ answer }: { answer: string }) => ({
      to: "bert@example.com",
      subject: "Answer",
      text: `${answer} and a greeting`,
    }),
    "PATCH contact/message/2/": () => {
      waiting = waiting.slice(1);
      return message(2, "bert@example.com");
    },
  });
  await input("Answer").fill("Yes");
  await row("cleo@example.com").click();
  await expect.element(input("Answer")).toHaveValue("");
  await row("bert@example.com").click();
  await expect.element(input("Answer")).toHaveValue("Yes");
  await press("Preview the email");
  await see("Yes and a greeting");
  await input("Answer").fill("No");
  await press("Preview the email");
  await see("No and a greeting");
  expect(changesIn(calls)).toBe(0);
  await press("Send answer to bert@example.com");
  await see("“bert@example.com” was answered.");
  expect(row("bert@example.com").elements()).toEqual([]);
});
