import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Move } from "#schema/sites/switches.ts";
import { MATTERMOST, SLACK, ZULIP } from "../../web/support/moved.ts";
import { button, field, press, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";

const list = <T,>(results: T[]) => ({ results, count: results.length, page: 1, pages: 1 });
const MOVE: Move = {
  product: SLACK,
  moving_out: { formats: "JSON", steps: ["Open the settings."], link: "https://slack.com/export", changed_at: null },
  site_id: 1,
  done: ["export"],
  sites: [
    { ...ZULIP, moving: { text: "Import the file.", link: "" } },
    { ...MATTERMOST, moving: null },
  ],
  answers: {},
};

function showMoves(answers: Answers) {
  return showPrivate("account", "/user", { "GET sessions/": list([]), "GET user/moves/": list([MOVE]), ...answers });
}

test("a checklist has the guide, and keeps the chosen site and what is done", async () => {
  let kept = MOVE;
  const sent: object[] = [];
  await showMoves({
    "GET user/moves/": () => list([kept]),
    "PUT user/moves/slack/": (body: { done: Move["done"]; site_id: number }) => {
      sent.push(body);
      kept = { ...kept, ...body };
      return {};
    },
  });
  for (const text of ["Moving from Slack", "Formats: JSON", "Open the settings.", "Import the file."]) await see(text);
  await expect.element(field("Moving to")).toHaveValue("1");
  await expect.element(field("Export your data")).toBeChecked();
  await field("Tell your team").click();
  await expect.element(field("Tell your team")).toBeChecked();
  await field("Moving to").selectOptions("Mattermost");
  await expect
    .poll(() => sent)
    .toEqual([
      { done: ["export", "tell"], site_id: 1 },
      { done: ["export", "tell"], site_id: 2 },
    ]);
  await expect.element(page.getByText("Import the file.")).not.toBeInTheDocument();
  const link = page.getByRole("link", { name: "Say how it went" });
  await expect.element(link).toHaveAttribute("href", "/user/moved/slack?to=mattermost");
});

test("a change that is not saved is said and taken back", async () => {
  await showMoves({ "PUT user/moves/slack/": failed });
  await field("Close the old account").click();
  await seeAlert("This was not saved. Please try again.");
  await expect.element(field("Close the old account")).not.toBeChecked();
  await expect.element(field("Export your data")).toBeChecked();
});

test("a product without a guide has a link, and a removed checklist is gone", async () => {
  let moves: Move[] = [
    { ...MOVE, moving_out: null, site_id: null },
    { ...MOVE, product: { name: "Trello", slug: "trello" } },
  ];
  await showMoves({
    "GET user/moves/": () => list(moves),
    "DELETE user/moves/slack/": () => ((moves = moves.slice(1)), {}),
  });
  const guide = page.getByRole("link", { name: "Slack", exact: true });
  await expect.element(guide).toHaveAttribute("href", "/alternatives/slack");
  await press("Remove this checklist of Slack");
  await expect.element(guide).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Your moves" })).toHaveFocus();
  await expect.element(button("Remove this checklist of Trello")).toBeVisible();
});
