import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnerReport } from "#schema/sites/reports.ts";
import { OwnReports } from "#web/features/reports/own-reports.tsx";
import { field, press, see, seeAlert } from "../support/actions.ts";
import { answerApi, refused } from "../support/api.ts";
import { ownSite } from "../support/sites.ts";
import { show } from "../support/show.tsx";

const SUGGESTION: OwnerReport = {
  id: 7,
  reason: "suggestion",
  text: "",
  source: "https://news.example/chat",
  changes: {
    before: {
      "facts.pricing": "paid",
      alternatives: [{ name: "Slack", link: "https://s.example/" }],
      name: "Mattermost",
    },
    after: {
      "facts.pricing": "free",
      alternatives: [{ name: "Zoom", link: "https://zoom.example/" }],
      name: "<b>Matter",
    },
  },
};

test("an owner sees the difference and its source, and accepts or declines it", async () => {
  let sent: object = {};
  let answer: () => object = () => refused("It says something else.", {}, 409);
  answerApi({ "POST sites/reports/7/decision/": (body: object) => ((sent = body), answer()) });
  await show(<OwnReports sites={[{ ...ownSite, name: "Mattermost", reports: [SUGGESTION] }]} />);
  await see("https://news.example/chat");
  const changes = [...document.querySelectorAll(".changes li")].map(({ textContent }) => textContent);
  expect(changes).toEqual([
    "pricing Paid →changed to Free",
    "alternatives Slack, https://s.example/ →changed to Zoom, https://zoom.example/",
    "name Mattermost →changed to <b>Matter",
  ]);
  await field("Your answer").selectOptions("Make this change");
  await press("Send answer");
  await seeAlert("It says something else.");
  expect(sent).toEqual({ state: "accepted" });
  answer = () => ({ message: "Your answer is saved." });
  await field("Your answer").selectOptions("Decline: the listing is right");
  await press("Send answer");
  await expect.element(page.getByRole("heading", { name: "Reports and suggestions" })).toHaveFocus();
  expect(sent).toEqual({ state: "declined" });
});
