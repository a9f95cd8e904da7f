import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ReportPage } from "#schema/pages/pages.ts";
import { setSession } from "#web/data/session.tsx";
import { Component as Report } from "#web/features/reports/report-page.tsx";
import { anna } from "../../web/support/anna.ts";
import { field, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, answerApi, lost, refused } from "../support/api.ts";
import { showScreen } from "../support/show.tsx";

const GOOD_FAITH = "I believe in good faith that what I write here is right and complete.";
const SITE: NonNullable<ReportPage["site"]> = {
  id: 7,
  slug: "mattermost",
  name: "Mattermost",
  link: "https://mattermost.com/",
  description: "Secure chat",
  category: "communication",
  facts: { pricing: "paid" },
  alternatives: [
    {
      name: "Slack",
      link: "https://s.example/",
    },
  ],
};
const PRODUCT = { id: 3, slug: "slack", name: "Slack", link: "https://slack.com/" };

function showReport(answers: Answers, data: ReportPage = { site: SITE, product: null }) {
  const calls = answerApi(answers);
  const route = { path: "/report/:kind/:slug", Component: Report, loader: () => data, HydrateFallback: () => null };
  return showScreen(route, "/report/site/mattermost").then(() => calls);
}
const choose = (label: string, option: string) => field(label).selectOptions(option);

test("errors stand at their fields, and a failure keeps all that was typed", async () => {
  let answer: () => Response = () =>
    refused("No.", {
      good_faith: "Please confirm this.",
      text: "Please describe it.",
      name: "Please enter your name.",
    });
  await showReport({ "POST sites/7/reports/": () => answer() });
  await choose("What is wrong?", "Something in it is illegal");
  await press("Send report");
  await seeProblem("Why is it illegal, and where on the page is it?", "Please describe it.");
  await see("Please confirm this.");
  await expect.element(field(GOOD_FAITH)).toBeInvalid();
  await fill("Why is it illegal, and where on the page is it?", "It copies a book.");
  await fill("Your name", "Anna");
  await field(GOOD_FAITH).click();
  answer = lost;
  await press("Send report");
  await seeAlert("Network error - please check your connection");
  await expect.element(field("Your name")).toHaveValue("Anna");
  await expect.element(field(GOOD_FAITH)).toBeChecked();
});

test("a report says what happens next, and another can be written", async () => {
  setSession(anna);
  let sent: object = {};
  await showReport({ "POST sites/7/reports/": (body: object) => ((sent = body), { message: "Thank you." }) });
  await choose("What is wrong?", "It is spam");
  await see("Only our staff read it.");
  await fill("What did you see?", "It is all spam.");
  await press("Send report");
  await expect.poll(() => document.activeElement?.textContent).toBe("Thank you.");
  expect(sent).toMatchObject({ reason: "spam", text: "It is all spam.", email: anna.email, good_faith: false });
  await press("Write something else");
  await expect.element(field("What should change?")).toBeVisible();
});

test("a suggestion begins with what the page says, and sends one value with its source", async () => {
  const sent: Record<string, unknown>[] = [];
  let answer: () => object = () =>
    refused("No.", { "facts.pricing": "Pricing must be one of them.", source: "Where?" });
  await showReport({ "POST sites/7/suggestions/": (body: Record<string, unknown>) => (sent.push(body), answer()) });
  await choose("What should change?", "Pricing");
  await expect.element(field("Pricing")).toHaveValue("paid");
  await choose("Pricing", "Free");
  await press("Send suggestion");
  await seeProblem("Pricing", "Pricing must be one of them.");
  await see("Where?");
  await fill("Where is this stated?", "news.example/chat");
  for (const [what, label, value] of [
    ["Description", "Right text", "Chat for teams"],
    ["It replaces another product, too", "Name of the product", "Teams"],
  ] as const) {
    await choose("What should change?", what);
    await fill(label, value);
    await press("Send suggestion");
  }
  answer = () => ({ message: "Thank you." });
  await choose("What should change?", "Category");
  await choose("Right category", "Security");
  await press("Send suggestion");
  await see("Thank you.");
  expect(sent.map(({ changes }) => changes)).toEqual([
    { "facts.pricing": "free" },
    { description: "Chat for teams" },
    { add_alternative: { name: "Teams", link: "" } },
    { category: "security" },
  ]);
  expect(sent.at(-1)!["source"]).toBe("news.example/chat");
});

test("a product has a name and a link, and no category", async () => {
  const calls = await showReport(
    { "POST products/slack/suggestions/": { message: "Thank you." } },
    { site: null, product: PRODUCT },
  );
  expect(page.getByRole("option", { name: "It is in the wrong category" }).elements()).toEqual([]);
  await choose("What should change?", "Link");
  await expect.element(field("Right text")).toHaveValue("https://slack.com/");
  await press("Send suggestion");
  await see("Thank you.");
  expect(calls).toContain("POST products/slack/suggestions/");
});
