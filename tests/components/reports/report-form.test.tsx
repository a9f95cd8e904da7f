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
const SITE: ReportPage = {
  kind: "sites",
  key: "7",
  id: 7,
  path: "/mattermost",
  said: {
    name: "Mattermost",
    link: "https://mattermost.com/",
    description: "Secure chat",
    category: "communication",
    alternatives: [{ name: "Slack", link: "https://s.example/" }],
    "facts.pricing": "paid",
    "facts.platforms": null,
  },
};
const PRODUCT: ReportPage = {
  kind: "products",
  key: "slack",
  id: 3,
  path: "/alternatives/slack",
  said: { name: "Slack", link: "https://slack.com/" },
};

function showReport(answers: Answers, data = SITE) {
  const calls = answerApi(answers);
  const route = { path: "/report/:kind/:key", Component: Report, loader: () => data, HydrateFallback: () => null };
  return showScreen(route, "/report/sites/7").then(() => calls);
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
  await press("Write another message");
  await expect.element(field("What did you see?")).toHaveValue("");
});

test("a suggestion begins with what the page says, and sends one value with its source", async () => {
  const sent: Record<string, unknown>[] = [];
  let answer: () => object = () =>
    refused("No.", { "facts.pricing": "Pricing must be one of them.", source: "Where?" });
  await showReport({ "POST sites/7/suggestions/": (body: Record<string, unknown>) => (sent.push(body), answer()) });
  await choose("What is wrong?", "Pricing");
  await expect.element(field("Pricing")).toHaveValue("paid");
  await choose("Pricing", "Free");
  await press("Send suggestion");
  await seeProblem("Pricing", "Pricing must be one of them.");
  await see("Where?");
  await fill("Where is this stated?", "news.example/chat");
  await choose("What is wrong?", "What it replaces");
  await expect.element(field("What it replaces")).toHaveValue("Slack https://s.example/");
  await fill("What it replaces", "Slack https://s.example/\n\n Microsoft Teams  teams.example \nZoom");
  await press("Send suggestion");
  await choose("What is wrong?", "Description");
  await fill("Description", "Chat for teams");
  await press("Send suggestion");
  answer = () => ({ message: "Thank you." });
  await choose("What is wrong?", "Category");
  await choose("Category", "Security");
  await press("Send suggestion");
  await see("Thank you.");
  expect(sent.map(({ changes }) => changes)).toEqual([
    { "facts.pricing": "free" },
    {
      alternatives: [
        { name: "Slack", link: "https://s.example/" },
        { name: "Microsoft Teams", link: "teams.example" },
        { name: "Zoom", link: "" },
      ],
    },
    { description: "Chat for teams" },
    { category: "security" },
  ]);
  expect(sent.at(-1)!["source"]).toBe("news.example/chat");
});

test("a product has a name and a link, and no category", async () => {
  const calls = await showReport({ "POST products/slack/suggestions/": { message: "Thank you." } }, PRODUCT);
  expect(page.getByRole("option", { name: "It is in the wrong category" }).elements()).toEqual([]);
  await choose("What is wrong?", "Link");
  await expect.element(field("Link")).toHaveValue("https://slack.com/");
  await press("Send suggestion");
  await see("Thank you.");
  expect(calls).toContain("POST products/slack/suggestions/");
});
