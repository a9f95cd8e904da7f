import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AdminValue } from "#schema/admin.ts";
import { field as input, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, refused } from "../support/api.ts";
import { passTime, stopClock, until } from "../support/clock.ts";
import { showPrivate } from "../support/show.tsx";
import { appOf, dialog, field, listOf, staff } from "./lists.ts";

const fields = [
  field("name", "Name"),
  field("review_note", "Reason for review"),
  field("link", "Link"),
  field("refusal", "Reason for refusal (emailed to owner)"),
];
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
/** Opens at once, and decisions by key wait for its texts. */
const isRead = async (name: string) => {
  await isOpen(name);
  await see(`${name} is at`);
};
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
  await isRead("Beta");

  // The keys decide only on the record that is shown.
  (row("Alpha").element() as HTMLElement).focus();
  await userEvent.keyboard("a");
  (page.getByRole("link", { name: "3 Listings to review" }).element() as HTMLElement).focus();
  await userEvent.keyboard("ar");
  (row("Beta").element() as HTMLElement).focus();
  expect(row("Beta").elements()).toHaveLength(1);

  await userEvent.keyboard("a");
  await see("“Beta” will be approved.");
  await expect.element(row("Alpha")).toHaveFocus();
  expect(row("Beta").elements()).toEqual([]);
  expect(changesIn(calls)).toBe(0);

  // In the field, the keys are letters.
  await userEvent.keyboard("k");
  await expect.element(row("Gamma")).toHaveFocus();
  await isRead("Gamma");
  await userEvent.keyboard("r");
  await expect.element(page.getByRole("radio", { name: "Copies another listing" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await seeProblem("Reason for refusal (emailed to owner)", "Please pick or write a reason.");
  await input("No software").click();
  await userEvent.click(input("Reason for refusal (emailed to owner)"));
  await userEvent.keyboard(" jar");
  await press("Refuse");
  await see("“Gamma” will be refused.");
  expect(changesIn(calls)).toBe(0);
  window.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => changesIn(calls)).toBe(2);
});

test("a listing is not approved before it is shown", async () => {
  await page.viewport(1280, 800);
  const { promise, resolve } = Promise.withResolvers<object>();
  await showPending({ "GET admin/listings/2/": () => promise });
  await isRead("Gamma");
  await userEvent.keyboard("aa");
  await isOpen("Beta");
  await see("“Gamma” will be approved.");
  resolve(review("Beta"));
  await isRead("Beta");
  await userEvent.keyboard("a");
  await see("“Beta” will be approved.");
});

test("each decision can be undone for ten seconds, the newest first", async () => {
  await page.viewport(1280, 800);
  const { calls } = await showPending();
  await isRead("Gamma");
  await userEvent.keyboard("a");
  await isRead("Beta");
  await userEvent.keyboard("a");
  await press("Undo");
  await isRead("Beta");
  await see("“Gamma” will be approved.");
  await userEvent.keyboard("u");
  await isRead("Gamma");
  window.dispatchEvent(new Event("pagehide"));
  expect(changesIn(calls)).toBe(0);

  stopClock();
  await userEvent.keyboard("a");
  await passTime(5_000);
  await isRead("Beta");
  await userEvent.keyboard("a");
  await passTime(4_000);
  expect(changesIn(calls)).toBe(0);
  await until(
    () => changesIn(calls) === 1,
    "Gamma is sent",
    () => passTime(500),
  );
  await see("“Beta” will be approved.");
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await passTime(100);
  expect(changesIn(calls), "hiding the page sends the rest").toBe(2);
});

const refuseGamma = { "PATCH sites/site/3/?seen=2026-01-03T10%3A00%3A00Z": () => refused("It has changed.") };

test("a decision that the server refuses is said, and its listing waits again", async () => {
  await page.viewport(1280, 800);
  await showPending(refuseGamma);
  await isRead("Gamma");
  await userEvent.keyboard("a");
  window.dispatchEvent(new Event("pagehide"));
  await seeAlert("“Gamma” was not approved. It has changed.");
  await expect.element(row("Gamma")).toBeVisible();
});

test("a refusal that the server does not take opens with its reason again", async () => {
  await page.viewport(1280, 800);
  await showPending(refuseGamma);
  await isRead("Gamma");
  await userEvent.keyboard("r");
  await input("Reason for refusal (emailed to owner)").fill("It only leads elsewhere.");
  await press("Refuse");
  await see("“Gamma” will be refused.");
  window.dispatchEvent(new Event("pagehide"));
  await expect.element(dialog("Refuse “Gamma”").getByRole("alert")).toHaveTextContent("It has changed.");
  await expect.element(input("Reason for refusal (emailed to owner)")).toHaveValue("It only leads elsewhere.");
});

test("the email of an answer is shown before it is sent, and what was typed stays with its message", async () => {
  await page.viewport(1280, 800);
  const message = (id: number, email: string) => ({
    id,
    email,
    message: `From ${email}`,
    answer: null,
    updated_at: "2026-01-01T10:00:00Z",
  });
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
    "PATCH contact/message/2/?seen=2026-01-01T10%3A00%3A00Z": () => {
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
  await isOpen("cleo@example.com");
});

test("an answer to a message that another person has answered is said to have failed", async () => {
  await page.viewport(1280, 800);
  const updated_at = "2026-01-01T10:00:00Z";
  let waiting = [{ id: 2, email: "bert@example.com", message: "Why?", answer: null, updated_at }];
  await showPending({
    "GET get_model/": () => [appOf("contact/message", "Messages", 1, [{ filter: "new", label: "New", count: 1 }])],
    "GET get_model/contact/message/?filter=new": () => listOf("Message", [field("email", "From")], waiting),
    "POST contact/message/2/mail/": { to: "bert@example.com", subject: "Answer", text: "Yes" },
    [`PATCH contact/message/2/?seen=${encodeURIComponent(updated_at)}`]: () => {
      waiting = [];
      return refused("It has changed.", {}, 409);
    },
  });
  await input("Answer").fill("Yes");
  await press("Preview the email");
  await press("Send answer to bert@example.com");
  await seeAlert("“bert@example.com” was not answered. It has changed.");
});

test("keys accept and decline a report, with an answer to the person", async () => {
  await page.viewport(1280, 800);
  const report = (id: number, about: string) => ({
    id,
    about,
    reason: "suggestion",
    source: "https://news.example/",
    updated_at: `2026-01-0${id}T10:00:00Z`,
    changes: JSON.stringify({
      before: { "facts.pricing": "paid" },
      after: { "facts.pricing": "free" },
    }) as AdminValue,
  });
  const fieldsOfReport = [
    field("about", "About"),
    field("changes", "Difference", { kind: "changes" }),
    field("refusal", "Answer"),
  ];
  const sent: Record<string, unknown> = {};
  const decide = (id: number) => [
    `PATCH reports/report/${id}/?*`,
    (body: object) => {
      sent[id] = body;
      return report(id, "");
    },
  ];
  await showPrivate(
    "admin",
    "/admin",
    {
      "GET get_model/": [
        appOf("reports/report", "Reports", 2, [{ filter: "waiting", label: "Reports to decide", count: 2 }]),
      ],
      "GET get_model/reports/report/?filter=waiting": listOf(
        "Report",
        fieldsOfReport,
        [report(1, "Alpha"), report(2, "Beta")],
        { filters: [{ name: "waiting", label: "To decide" }] },
      ),
      ...Object.fromEntries([decide(1), decide(2)]),
    },
    { user: staff },
  );
  await isOpen("Beta");
  await see("Paid");
  await userEvent.keyboard("a");
  await see("“Beta” will be approved.");
  await userEvent.keyboard("r");
  expect(page.getByRole("radio").elements()).toEqual([]);
  await userEvent.fill(input("Answer"), "It is right already.");
  await press("Refuse");
  window.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => sent).toEqual({ 1: { refusal: "It is right already." }, 2: { granted: true } });
});
