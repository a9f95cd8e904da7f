import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnerReport } from "#schema/sites/reports.ts";
import OwnReports from "#web/features/reports/own-reports.tsx";
import { fill, press, see, seeAlert } from "../support/actions.ts";
import { answerApi, refused } from "../support/api.ts";
import { show } from "../support/show.tsx";

const SUGGESTION: OwnerReport = {
  id: 7,
  site: "Mattermost",
  slug: "mattermost",
  reason: "suggestion",
  text: "",
  source: "https://news.example/chat",
  changes: {
    before: {
      "facts.pricing": "paid",
      add_alternative: null,
      name: "Mattermost",
    },
    after: {
      "facts.pricing": "free",
      add_alternative: {
        name: "Zoom",
        link: "https://zoom.example/",
      },
      name: "<b>Matter",
    },
  },
  until: "2026-12-04T12:00:00Z",
};

test("an owner sees the difference and its source, and what was answered goes", async () => {
  let waiting = [SUGGESTION];
  let sent: object = {};
  let answer: () => object = () => refused("It says something else.", {}, 409);
  answerApi({
    "GET sites/reports/": () => ({ results: waiting, count: waiting.length, page: 1, pages: 1 }),
    "POST sites/reports/7/decision/": (body: object) => ((sent = body), answer()),
  });
  await show(<OwnReports />);
  await see("https://news.example/chat");
  const changes = [...document.querySelectorAll(".changes li")].map(({ textContent }) => textContent);
  expect(changes).toEqual([
    "pricing Paid →changed to Free",
    "add alternative empty →changed to Zoom, https://zoom.example/",
    "name Mattermost →changed to <b>Matter",
  ]);
  await fill("Your answer (optional)", "Thanks!");
  await press("Make this change");
  await seeAlert("It says something else.");
  expect(sent).toEqual({ accepted: true, answer: "Thanks!" });
  answer = () => {
    waiting = [];
    return { message: "Your answer is saved." };
  };
  await press("Decline");
  await see("Nothing waits for your answer.");
  await expect.element(page.getByRole("heading", { name: "Reports and suggestions" })).toHaveFocus();
  expect(sent).toEqual({ accepted: false, answer: "Thanks!" });
});
