import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Move, SWITCH_MESSAGES, type Switch } from "#schema/sites/switches.ts";
import { setSession } from "#web/data/session.tsx";
import { MoveButton } from "#web/features/sites/moved/move-button.tsx";
import { Moved } from "#web/features/sites/moved/moved.tsx";
import { anna } from "../../web/support/anna.ts";
import { answer, MATTERMOST, moved, SLACK, ZULIP } from "../../web/support/moved.ts";
import { button, field, fill, press, see, seeProblem } from "../support/actions.ts";
import { answerApi, type Answers, refused } from "../support/api.ts";
import { placeOf, show, showPrivate } from "../support/show.tsx";

const TEXT = "We moved in two weekends, and the import worked.";
const FORM: Move = {
  product: SLACK,
  moving_out: null,
  site_id: null,
  done: null,
  sites: [
    { ...ZULIP, moving: null, answer: null, state: null },
    { ...MATTERMOST, moving: null, answer: null, state: null },
  ],
};
const NOW: Partial<Switch> = { missing: ["API", "huddles"], better: [] };

const showForm = (answers: Answers = {}, form = FORM, to = "?to=zulip") =>
  showPrivate("moved", `/user/moved/slack${to}`, { "GET user/moves/slack/": form, ...answers });
const check = (group: string, label: string) =>
  page.getByRole("group", { name: group }).getByLabelText(label, { exact: true }).click();

test("an answer is sent for the chosen site, and its page is one press away", async () => {
  let sent: object = {};
  const put = (body: object) => ((sent = body), { message: SWITCH_MESSAGES.shown });
  const { router } = await showForm({ "PUT sites/1/switches/slack/": put }, FORM, "");
  expect(page.getByLabelText("When did you move?").elements()).toEqual([]);
  await field("From Slack to").selectOptions("Zulip");
  await fill("When did you move?", "2026-05");
  await field("Do you still use Zulip?").selectOptions("Partly");
  await field("How large is your team?").selectOptions("2 to 10 people");
  await field("How long did it take?").selectOptions("Weeks");
  await check("What was missing?", "API");
  await fill("What else was missing?", "huddles\n\ncanvas");
  await check("What got better?", "iOS");
  await field("Would you do it again?").selectOptions("No");
  await fill("What should others know?", TEXT);
  await press("Send my answer");
  await see(SWITCH_MESSAGES.shown);
  expect(sent).toEqual({
    moved: "2026-05",
    still_using: "partly",
    team_size: "small",
    time_taken: "weeks",
    missing: ["API", "huddles", "canvas"],
    better: ["iOS"],
    would_again: false,
    text: TEXT,
  });
  expect(placeOf(router)).toBe("/zulip");
});

test("errors stand at their fields, and what was typed stays", async () => {
  const fields = { still_using: "Please choose one of the answers.", text: "Please write at least 40 characters." };
  await showForm({ "PUT sites/1/switches/slack/": refused("No.", fields) });
  await fill("What should others know?", "Good.");
  await check("What was missing?", "API");
  await press("Send my answer");
  await seeProblem("Do you still use Zulip?", fields.still_using);
  await expect.element(field("What should others know?")).toBeInvalid();
  await expect.element(field("What should others know?")).toHaveValue("Good.");
  await expect.element(page.getByLabelText("API").first()).toBeChecked();
});

test("the form begins with the person's answer, which can be taken back", async () => {
  const answered = { ...FORM, sites: [{ ...ZULIP, moving: null, answer: answer(1, NOW), state: "held" as const }] };
  const { calls } = await showForm({ "DELETE sites/1/switches/slack/": {} }, answered);
  await see("Our staff look at your answer before it is shown.");
  await expect.element(field("When did you move?")).toHaveValue("2026-05");
  await expect.element(page.getByLabelText("API").first()).toBeChecked();
  await expect.element(field("What else was missing?")).toHaveValue("huddles");
  await press("Take my answer back");
  await see("Your answer is deleted.");
  expect(calls).toContain("DELETE sites/1/switches/slack/");
});

test("the owner answers once, below what a person says", async () => {
  // The app keeps whose sites they are.
  setSession({ ...anna, id: 48 });
  let post: () => object = () => refused("No.", { text: "Please write at least 1 character." });
  answerApi({ "GET likes/?ids=1": { liked: [], own: [1] }, "POST sites/switches/1/answer/": () => post() });
  await show(<Moved moved={moved()} />);
  await page.getByText("What they say").click();
  await page.getByText("Answer as the owner").click();
  await press("Send answer");
  await seeProblem("Your answer", "Please write at least 1 character.");
  await fill("Your answer", "Thank you for moving.");
  post = () => ({});
  await press("Send answer");
  await see("The owner answers");
  await see("Thank you for moving.");
  await expect.element(button("Send answer")).not.toBeInTheDocument();
});

test("a press on “I am moving” makes a checklist, and visitors sign in first", async () => {
  let put: () => object = () => refused("Please log in.", {}, 401);
  answerApi({ "PUT user/moves/slack/": () => put() });
  const router = await show(<MoveButton product="slack" />);
  await press("I am moving");
  await expect.poll(() => placeOf(router)).toBe("/login?next=%2Falternatives%2Fslack");
  put = () => ({});
  const signedIn = await show(<MoveButton product="slack" />);
  await press("I am moving");
  await expect.poll(() => placeOf(signedIn)).toBe("/user/moved/slack");
});
