import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Component as LogIn } from "#web/features/accounts/log-in/login-page.tsx";
import { Component as EnterCode } from "#web/features/accounts/log-in/login-verify-page.tsx";
import { anna } from "../../web/support/anna.ts";
import { field, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { answerApi, type Answers, failed, refused } from "../support/api.ts";
import { passUntil, stopClock } from "../support/clock.ts";
import { placeOf, showScreen } from "../support/show.tsx";

const SIGN_IN = "POST auth/google-login/";
const identity = (parts: string) =>
  `window.google = { accounts: { id: { initialize() {}, prompt() {}, cancel() {}, ${parts} } } };`;
const moment = (parts: string) =>
  identity(`prompt(listen) { listen({ isSkippedMoment: () => false, isDismissedMoment: () => false, ${parts} }); }`);
const answers = (given: string) => identity(`initialize(to) { to.callback(${given}); }`);
const scriptOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const redirectLink = page.getByRole("link", { name: "Continue on Google’s page" });

beforeEach(() => void Reflect.deleteProperty(window, "google"));

/** Presses Google's button on the sign-in screen. Google's script is that of the test. */
async function signIn(googleScript: string, calls: Answers = {}) {
  answerApi({ "GET auth/google-login/": { nonce: "nonce" }, ...calls });
  const config = { googleClientId: "client", googleScript };
  const router = await showScreen({ path: "/login", Component: LogIn }, "/login?next=/user", config);
  await press("Continue with Google");
  return router;
}

test("Google's prompt signs the user in, and leads back to where the user came from", async () => {
  stopClock();
  const router = await signIn(scriptOf(answers("{ credential: 'from Google' }")), {
    [SIGN_IN]: ({ token }: { token: string }) => ({ message: "Good.", token: `for ${token}`, user: anna }),
  });
  await passUntil(() => placeOf(router) === "/user");
  expect(localStorage.getItem("token")).toBe("for from Google");
  expect(JSON.parse(localStorage.getItem("user")!)).toMatchObject({ email: anna.email });
});

test("if Google is not authoritative for the address, only the mailed code is asked for", async () => {
  const router = await signIn(scriptOf(answers("{ credential: 'from Google' }")), { [SIGN_IN]: { message: "Sent." } });
  await expect.poll(() => placeOf(router)).toBe("/login/verify?by=google&next=%2Fuser");
});

test("the code for a sign-in with Google signs in without an email address", async () => {
  answerApi({ "POST login/verify/": { message: "Good.", user: anna } });
  const path = "/login/verify";
  const router = await showScreen({ path, Component: EnterCode }, `${path}?by=google&next=%2Fuser`);
  await see("We sent a code to the email address of your Google account.");
  await expect.element(field("Email")).not.toBeInTheDocument();
  await fill("Code", "12");
  await press("Verify");
  await seeProblem("Code", "Please enter the 6-digit code.");
  await fill("Code", "123456");
  await press("Verify");
  await expect.poll(() => placeOf(router)).toBe("/user");
  expect(JSON.parse(localStorage.getItem("user")!)).toMatchObject({ email: anna.email });
});

const NOT_SHOWN = "Failed to show Google sign-in. Please try again.";
const CLOSED = "isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called'";

test.each([
  ["that does not load", "blob:nowhere", "Failed to load Google authentication script"],
  ["that is empty", scriptOf(""), "Google authentication not ready. Please refresh the page."],
  [
    "that does not start",
    scriptOf(identity("initialize() { throw 1; }")),
    "Failed to initialize Google authentication",
  ],
  ["that breaks", scriptOf(identity("prompt() { throw 1; }")), NOT_SHOWN],
  ["that skips", scriptOf(moment("isSkippedMoment: () => true")), NOT_SHOWN],
  ["without FedCM", scriptOf(moment("isNotDisplayed: () => true")), NOT_SHOWN],
  ["whose prompt is closed", scriptOf(moment(CLOSED)), NOT_SHOWN],
  ["with no credential", scriptOf(answers("{}")), "No credential received from Google"],
  ["with a made-up credential", scriptOf(answers("{ credential: 'x' }")), "Login failed. Please try again."],
])("a Google script %s shows its specified error, and Google's own page is offered", async (_, script, problem) => {
  await signIn(script, { [SIGN_IN]: failed });
  await seeAlert(problem);
  await expect.element(redirectLink).toHaveFocus();
  await expect.element(redirectLink).toHaveAttribute("href", expect.stringContaining("next=%2Fuser"));
});

test("without a nonce, an error is shown, and a second press can succeed", async () => {
  let isDown = true;
  await signIn(scriptOf(answers("{ credential: 'x' }")), {
    "GET auth/google-login/": () => (isDown ? failed() : { nonce: "nonce" }),
    [SIGN_IN]: () => refused("This account is suspended."),
  });
  await seeAlert("Failed to initialize Google authentication");
  isDown = false;
  await press("Continue with Google");
  await seeAlert("This account is suspended.");
});
