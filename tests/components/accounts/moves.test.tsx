import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Move } from "#schema/sites/switches.ts";
import { MATTERMOST, SLACK, ZULIP } from "../../web/support/moved.ts";
import { field, press, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed } from "../support/api.ts";
import { placeOf, showPrivate } from "../support/show.tsx";

const MOVE: Move = {
  product: SLACK,
  moving_out: { formats: "JSON", steps: ["Open the settings."], link: "https://slack.com/export", changed_at: null },
  site_id: 1,
  done: ["export"],
  sites: [
    { ...ZULIP, moving: { text: "Import the file.", link: "" }, answer: null, state: null },
    { ...MATTERMOST, moving: null, answer: null, state: null },
  ],
};

const showMove = (answers: Answers) =>
  showPrivate("moved", "/user/moved/slack", { "GET user/moves/slack/": MOVE, ...answers });

test("a checklist has the guide, and keeps the chosen site and what is done", async () => {
  const sent: object[] = [];
  await showMove({ "PUT user/moves/slack/": (body: object) => (sent.push(body), {}) });
  for (const text of ["Moving from Slack", "Formats: JSON", "Open the settings.", "Import the file."]) await see(text);
  await expect.element(field("From Slack to")).toHaveValue("zulip");
  await expect.element(field("Export your data")).toBeChecked();
  await field("Tell your team").click();
  await field("Export your data").click();
  await expect.element(field("Tell your team")).toBeChecked();
  await field("From Slack to").selectOptions("Mattermost");
  await expect.poll(() => sent).toEqual([{ done: ["export", "tell"] }, { done: ["tell"] }, { site_id: 2 }]);
  await expect.element(page.getByText("Import the file.")).not.toBeInTheDocument();
  await see("Do you still use Mattermost?");
});

test("a change that is not saved is said and taken back", async () => {
  await showMove({ "PUT user/moves/slack/": failed });
  await field("Close the old account").click();
  await seeAlert("This was not saved. Please try again.");
  await expect.element(field("Close the old account")).not.toBeChecked();
  await expect.element(field("Export your data")).toBeChecked();
});

test("a removed checklist leads to the account, which lists those that are left", async () => {
  const { router, calls } = await showMove({ "DELETE user/moves/slack/": {} });
  await press("Remove this checklist");
  await expect.poll(() => placeOf(router)).toBe("/user");
  expect(calls).toContain("DELETE user/moves/slack/");
  const list = (results: object[]) => ({ results, count: results.length, page: 1, pages: 1 });
  await showPrivate("account", "/user", { "GET sessions/": list([]), "GET user/moves/": list([MOVE]) });
  const link = page.getByRole("link", { name: "Moving from Slack: 1 of 4 done" });
  await expect.element(link).toHaveAttribute("href", "/user/moved/slack");
});
