import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { Component as LogIn } from "#web/features/accounts/log-in/login-page.tsx";
import { Component as EnterCode } from "#web/features/accounts/log-in/login-verify-page.tsx";
import { Component as NewPassword } from "#web/features/accounts/reset/reset-confirm-page.tsx";
import { Component as SignUp } from "#web/features/accounts/sign-up/signup-page.tsx";
import { Component as VerifyEmail } from "#web/features/accounts/sign-up/signup-verify-page.tsx";
import { button, field, fill, press, pressInPage, see, seeAlert, seeProblem } from "../support/actions.ts";
import { answerApi, failed, lost, refused } from "../support/api.ts";
import { passUntil, stopClock } from "../support/clock.ts";
import { placeOf, showScreen } from "../support/show.tsx";

const link = (name: string) => page.getByRole("link", { name, exact: true });

test("the screens to sign in and sign up link to each other with the way back, and to the terms", async () => {
  await showScreen({ path: "/login", Component: LogIn }, "/login?next=/user");
  await expect.element(link("Sign up")).toHaveAttribute("href", "/signup?next=%2Fuser");
  await expect.element(field("Password")).toHaveAttribute("type", "password");
  await page.getByLabelText("Show Password").click();
  await expect.element(field("Password")).toHaveAttribute("type", "text");
  await showScreen({ path: "/signup", Component: SignUp }, "/signup?next=/user");
  await expect.element(link("Sign in")).toHaveAttribute("href", "/login?next=%2Fuser");
  await expect.element(link("terms")).toHaveAttribute("href", "/about?tab=terms");
  const names = [...document.querySelectorAll<HTMLInputElement>("form input:not([type=hidden])")].map(
    ({ name }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(["email", "first_name", "last_name", "password1", "password2"]));
});

test("errors of a sign-up appear beside their fields, the first wrong field has the focus, and the typed text stays", async () => {
  let answer = refused("Too common.", { password1: "This password is too common. Please choose another one." });
  const calls = answerApi({ "POST signup/": () => answer });
  await showScreen({ path: "/signup", Component: SignUp });
  await fill("First name", "Anna");
  await press("Sign Up");
  await seeProblem("Email", "Email address is required");
  await expect.element(field("Email")).toHaveAttribute("aria-invalid", "true");
  await fill("Email", "anna@example.com");
  await fill("Last name", "Berg");
  await fill("Password", "password1");
  await fill("Confirm password", "password2");
  await press("Sign Up");
  await seeProblem("Confirm password", "Passwords do not match");
  expect(calls).toEqual([]);
  // What only the server finds.
  await fill("Confirm password", "password1");
  await press("Sign Up");
  await seeProblem("Password", "This password is too common. Please choose another one.");
  answer = failed();
  await press("Sign Up");
  await seeAlert("An error occurred.");
  await expect.element(field("First name")).toHaveValue("Anna");
});

test("an email address is sent in lower case, and a wrong password is said above the form", async () => {
  const sent: unknown[] = [];
  answerApi({
    "POST login/": (input) => {
      sent.push(input);
      return refused("Invalid email or password.");
    },
  });
  await showScreen({ path: "/login", Component: LogIn });
  await fill("Email", "Anna@Example.com");
  await fill("Password", "a phrase to remember");
  await press("Sign In");
  await seeAlert("Invalid email or password.");
  expect(sent).toMatchObject([{ email: "anna@example.com" }]);
});

test("the dialog for a forgotten password begins with the typed email address", async () => {
  await showScreen({ path: "/login", Component: LogIn });
  await fill("Email", "anna@example.com");
  await press("Forgot Password?");
  const email = page.getByRole("dialog").getByLabelText("Email");
  await expect.element(email).toHaveValue("anna@example.com");
  await expect.element(email).toHaveFocus();
  await press("Cancel");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a refused code is said at its field, and the way back keeps the email address and the path to return to", async () => {
  answerApi({
    "POST login/verify/": refused("No longer valid.", { code: "This code is no longer valid. Please sign in again." }),
  });
  const path = "/login/verify";
  const router = await showScreen({ path, Component: EnterCode }, `${path}?next=%2Fuser`);
  await fill("Email", "anna@example.com");
  await fill("Code", "123 456");
  await press("Verify");
  await seeProblem("Code", "This code is no longer valid. Please sign in again.");
  await link("Start again with your password").click();
  expect(placeOf(router)).toBe("/login?next=%2Fuser");
});

test("a new code can be asked for after a minute, and at once again if none was sent", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  let isLost = true;
  const calls = answerApi({
    "POST login/resend/": () => (isLost ? lost() : { message: ACCOUNT_MESSAGES.codeSent }),
  });
  await showScreen({ path: "/login/verify", Component: EnterCode });
  const again = button("Send a new code");
  await expect.element(again).toHaveAttribute("aria-disabled", "true");
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await see("Please wait 60 more seconds.");
  vi.advanceTimersByTime(60_000);
  await expect.element(again).toHaveAttribute("aria-disabled", "false");
  await again.click();
  await see("Network error - please check your connection");
  isLost = false;
  await again.click();
  await see(ACCOUNT_MESSAGES.codeSent);
  await expect.element(again).toHaveTextContent("Send a new code in 60 s");
  expect(calls).toHaveLength(2);
});

test("the screens on the way to list a site say the step, name the mailbox, and pass the address on", async () => {
  const sent: unknown[] = [];
  answerApi({
    "POST signup/": { message: ACCOUNT_MESSAGES.signedUp },
    "POST signup/resend/": (input) => {
      sent.push(input);
      return { message: ACCOUNT_MESSAGES.newLinkSent };
    },
  });
  const next = "?next=%2Fsites%2Fcreate";
  const logIn = await showScreen({ path: "/login", Component: LogIn }, `/login${next}`);
  await see("Account, step 1 of 2: sign in");
  await see("Listing is free. You need an account.");
  await fill("Email", "Anna@example.com");
  await link("Sign up").click();
  const { state } = logIn.state.location;
  expect(state).toEqual({ email: "Anna@example.com" });
  await showScreen(
    { path: "/signup", Component: SignUp, loader: () => null },
    { pathname: "/signup", search: next, state },
  );
  await see("Account, step 1 of 4: sign up");
  await expect.element(field("Email")).toHaveValue("Anna@example.com");
  await fill("First name", "Anna");
  await fill("Last name", "Berg");
  await fill("Password", "a phrase to remember");
  await fill("Confirm password", "a phrase to remember");
  await press("Sign Up");
  await see("Account, step 2 of 4: confirm your address");
  await expect.element(page.getByText("anna@example.com", { exact: true })).toBeVisible();
  await press("Send it again");
  await see(ACCOUNT_MESSAGES.newLinkSent);
  expect(sent).toEqual([{ email: "anna@example.com", next: "/sites/create" }]);
});

const VERIFY = "signup/verify/token/";
const showVerify = (next = "") =>
  showScreen({ path: "/signup/verify/:token", Component: VerifyEmail }, `/signup/verify/token${next}`);

test("a verification link opened in another browser asks for the password of the sign-up, and leads on", async () => {
  answerApi({
    [`GET ${VERIFY}`]: () => refused(ACCOUNT_MESSAGES.verifyNeedsPassword, {}, 403),
    [`POST ${VERIFY}`]: ({ password }: { password: string }) =>
      password === "a phrase to remember"
        ? { message: ACCOUNT_MESSAGES.verified, email: "anna@example.com" }
        : refused("Wrong.", { password: ACCOUNT_MESSAGES.signUpPasswordWrong }),
  });
  stopClock();
  const router = await showVerify("?next=%2Fsites%2Fcreate");
  await see("Please enter the password that you chose when you signed up.");
  await fill("Password", "not the password");
  await press("Verify");
  await seeProblem("Password", ACCOUNT_MESSAGES.signUpPasswordWrong);
  await fill("Password", "a phrase to remember");
  await press("Verify");
  await passUntil(() => placeOf(router) === "/login?next=%2Fsites%2Fcreate");
  expect(router.state.location.state).toEqual({ email: "anna@example.com", isNew: true });
});

test("a verification that failed temporarily can be tried again", async () => {
  let isLost = true;
  answerApi({ [`GET ${VERIFY}`]: () => (isLost ? lost() : { message: ACCOUNT_MESSAGES.verified }) });
  await showVerify();
  await seeAlert("Network error - please check your connection");
  isLost = false;
  await pressInPage("Try Again");
  await see(ACCOUNT_MESSAGES.verified);
});

test("an invalid verification link offers a new one", async () => {
  answerApi({
    [`GET ${VERIFY}`]: refused(ACCOUNT_MESSAGES.verifyLinkInvalid),
    "POST signup/resend/": { message: ACCOUNT_MESSAGES.newLinkSent },
  });
  await showVerify();
  await seeAlert("This link is no longer valid.");
  await fill("Email", "anna@example.com");
  await press("Send a new link");
  await expect.element(page.getByText(ACCOUNT_MESSAGES.newLinkSent)).toHaveFocus();
});

test("an invalid link for a new password offers a new one instead of the fields", async () => {
  const loader = () => true;
  await showScreen(
    { path: "/password/reset/confirm/:token", Component: NewPassword, loader },
    "/password/reset/confirm/token",
  );
  await seeAlert("This link is no longer valid.");
  await expect.element(field("Email")).toBeVisible();
  await expect.element(field("New password")).not.toBeInTheDocument();
});
