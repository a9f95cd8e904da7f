import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { parseListQuery } from "#schema/pages/pages.ts";
import { setSession } from "#web/data/session.tsx";
import * as confirmPage from "#web/features/search-watches/confirm-page.tsx";
import { Component as StopPage } from "#web/features/search-watches/unsubscribe-page.tsx";
import { anna } from "../../web/support/anna.ts";
import { homePage, sitePage } from "../../web/support/pages.ts";
import { button, field, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { answerApi, failed, lost, refused } from "../support/api.ts";
import { openPage } from "../support/directory.tsx";
import { showScreen } from "../support/show.tsx";

const BUTTON = "Tell me when one is listed";
const CONFIRM = "GET search-watches/confirm/token/";

const openSearch = (user?: typeof anna) =>
  openPage(
    "/?q=zebras",
    {
      home: (_, params) =>
        homePage({ query: parseListQuery(params).query, sites: sitePage({ results: [], count: 0, pages: 0 }) }),
    },
    user,
  );
const showConfirm = () => showScreen({ path: "/confirm/:token", ...confirmPage }, "/confirm/token");
const seeFocused = (text: string) => expect.poll(() => document.activeElement?.textContent).toContain(text);

test("an error appears at the field, a failure keeps what was typed, also for another search, and the answer has the focus", async () => {
  const sent: object[] = [];
  const answers = [refused("No.", { email: "Email address is required" }), null, { message: "Open the link." }];
  answerApi({
    "POST search-watches/": (body) => (sent.push(body), answers.shift() ?? lost()),
    "GET suggestions/?q=quaggas": failed,
    // It brings the token for the first call.
    "GET check_auth/": { user: null },
  });
  await openSearch();
  await press(BUTTON);
  await seeProblem("Email", "Email address is required");
  await fill("Email", "ann@example.com");
  await press(BUTTON);
  await seeAlert("Network error - please check your connection");
  await fill("Search sites and the software they replace", "quaggas");
  await see("when a site for “quaggas” is listed");
  await expect.element(field("Email")).toHaveValue("ann@example.com");
  await press(BUTTON);
  await seeFocused("Open the link.");
  expect(sent.at(-1)).toEqual({ email: "ann@example.com", q: "quaggas", category: null });
});

test("the form contains a signed-in user's email address", async () => {
  answerApi({ "GET check_auth/": { user: anna } });
  await openSearch(anna);
  await expect.element(field("Email")).toHaveValue(anna.email);
});

test("a button confirms what the mail is about", async () => {
  answerApi({
    [CONFIRM]: { q: "zebras", category: "education" },
    "POST search-watches/confirm/token/": { q: "zebras" },
  });
  await showConfirm();
  await see("You searched for “zebras” in Education, and no site matched.");
  await press("Send me one email");
  await seeFocused("We will send you one email when a site for “zebras” is listed.");
});

test("a link that is no longer valid says so", async () => {
  answerApi({ [CONFIRM]: refused("Not valid.") });
  await showConfirm();
  await seeAlert("This link is no longer valid. Search again to ask for a new one.");
  await expect.element(button("Send me one email")).not.toBeInTheDocument();
});

test("emails are stopped by a button, which stays if that fails", async () => {
  setSession(null);
  const answers = [failed(), new Response()];
  answerApi({ "POST /search-watches/unsubscribe/token": () => answers.shift()! });
  await showScreen({ path: "/stop/:token", Component: StopPage }, "/stop/token");
  await press("Stop these emails");
  await seeAlert("This did not work. Your emails are not stopped yet. Please try again.");
  await press("Stop these emails");
  await see("You get no more emails about searches.");
  await expect.element(page.getByRole("alert").filter({ hasText: "did not work" })).not.toBeInTheDocument();
});
