import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { EditableSite } from "#schema/sites/sites.ts";
import { Component as LogIn } from "#web/features/accounts/log-in/login-page.tsx";
import { GoogleSignedIn } from "#web/features/accounts/log-in/google-signed-in.tsx";
import { Component as NewPassword } from "#web/features/accounts/reset/reset-confirm-page.tsx";
import { Component as RequestReset } from "#web/features/accounts/reset/reset-request-page.tsx";
import { Component as SignUp } from "#web/features/accounts/sign-up/signup-page.tsx";
import { Component as VerifyEmail } from "#web/features/accounts/sign-up/signup-verify-page.tsx";
import { SiteCreated } from "#web/features/owner/site-form/site-created.tsx";
import { anna } from "../web/support/anna.ts";
import { fill, press } from "./support/actions.ts";
import { answerApi } from "./support/api.ts";
import { writeArticle } from "./support/article.ts";
import { passTime, stopClock, until, untilGone, untilNotice, untilShown } from "./support/clock.ts";
import { placeOf, show, showPrivate, showScreen } from "./support/show.tsx";
import { listOf, ownSite } from "./support/sites.ts";
import { Combobox } from "#web/ui/combobox.tsx";

const DONE = { message: "It is done." };
/** What the loader of the screen for a new password returns. */
const IS_LINK_INVALID = false;
const PASSWORD = "a phrase to remember";

async function signUp() {
  await fill("Email", "anna@example.com");
  await fill("First name", "Anna");
  await fill("Last name", "Lind");
  await fill("Password", PASSWORD);
  await fill("Confirm password", PASSWORD);
  await press("Sign Up");
}

async function openResetDialog() {
  await press("Forgot Password?");
  await page.getByRole("dialog").getByLabelText("Email").fill("anna@example.com");
  await press("Submit");
}

async function requestReset() {
  await fill("Email", "anna@example.com");
  await press("Submit");
}

async function chooseNewPassword() {
  await fill("New password", PASSWORD);
  await fill("Confirm password", PASSWORD);
  await press("Submit");
}

async function expectToLeave(router: Awaited<ReturnType<typeof showScreen>>, ms: number, to: string) {
  const from = placeOf(router);
  // React starts some timers after it has shown the message.
  await until(() => vi.getTimerCount() > 0);
  await passTime(0);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(placeOf(router)).toBe(from);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => placeOf(router) === to);
}

test.each([
  ["/signup", SignUp, "POST signup/", signUp, 5000, "/"],
  ["/signup/verify/:token", VerifyEmail, "GET signup/verify/:token/", async () => {}, 2000, "/login"],
  ["/login", LogIn, "POST password/reset/", openResetDialog, 5000, "/"],
  ["/request-password-reset", RequestReset, "POST password/reset/", requestReset, 2000, "/"],
  [
    "/password/reset/confirm/:token",
    NewPassword,
    "POST password/reset/confirm/:token/",
    chooseNewPassword,
    2000,
    "/login",
  ],
] as const)("%s leads to the next screen at its fixed time", async (path, Component, call, act, ms, to) => {
  const answer = Promise.withResolvers<object>();
  answerApi({ [call.replace(":token", "token")]: () => answer.promise });
  stopClock();
  const router = await showScreen({ path, Component, loader: () => IS_LINK_INVALID }, path.replace(":token", "token"));
  await act();
  answer.resolve(DONE);
  await untilNotice(DONE.message);
  await expectToLeave(router, ms, to);
});

test("after a sign-in with Google, the next screen opens after 1.5 seconds", async () => {
  stopClock();
  const element = <GoogleSignedIn user={anna} token="token" to="/dashboard" />;
  const router = await showScreen({ path: "/login", element });
  await untilNotice(`You are signed in as ${anna.email}.`);
  await expectToLeave(router, 1500, "/dashboard");
});

test.each([
  [false, "/pay?siteId=7", "Site created successfully! Redirecting to payment page..."],
  [true, "/dashboard", "Site created successfully! Redirecting to dashboard..."],
])("after a site is created, the next screen opens after 1.5 seconds (staff: %s)", async (isStaff, to, text) => {
  stopClock();
  const site = { id: 7, review: "active" } as EditableSite;
  const router = await showScreen({ path: "/sites/create", element: <SiteCreated site={site} isStaff={isStaff} /> });
  await untilNotice(text);
  await expectToLeave(router, 1500, to);
});

test("after a site is saved, the dashboard opens after two seconds", async () => {
  const answer = Promise.withResolvers<object>();
  const answers = { "GET sites/7/": ownSite, "PUT sites/7/": () => answer.promise };
  const { router } = await showPrivate("editSite", "/site/edit/7", answers);
  await fill("Description (optional)", "New");
  stopClock();
  await press("Save Changes");
  answer.resolve({ ...ownSite, description: "New" });
  await untilShown(page.getByText("Saved successfully!"));
  await expectToLeave(router, 2000, "/dashboard");
});

test("after a blog post is created, the dashboard opens after half a second, and the message stays for five", async () => {
  const answer = Promise.withResolvers<object>();
  const { router } = await showPrivate(
    "createBlog",
    "/blogs/create",
    { "POST blogs/user/": () => answer.promise, "GET sites/?*": listOf() },
    { user: { ...anna, is_staff: true } },
  );
  await fill("Title", "An article");
  await writeArticle("The first paragraph.");
  stopClock();
  await press("Create Blog");
  await untilShown(page.getByRole("button", { name: "Creating..." }));
  answer.resolve({ slug: "an-article" });
  const message = page.getByText("Blog created successfully!");
  await untilShown(message);
  await expectToLeave(router, 500, "/dashboard");
  await passTime(4500 - 1);
  expect(message.elements()).toHaveLength(1);
  await passTime(1);
  await untilGone(message);
});

test("suggestions are asked for 200 milliseconds after the last key", async () => {
  const suggest = vi.fn(() => Promise.resolve([]));
  stopClock();
  await show(<Combobox id="search" aria-label="Search" suggest={suggest} onChoose={() => {}} />);
  const field = page.getByLabelText("Search").element() as HTMLInputElement;
  const type = (text: string) => {
    // As the browser does it, so that React notices.
    Reflect.set(HTMLInputElement.prototype, "value", text, field);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  field.focus();
  type("sl");
  await vi.advanceTimersByTimeAsync(199);
  type("sla");
  await vi.advanceTimersByTimeAsync(199);
  expect(suggest).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await until(() => suggest.mock.calls.length === 1);
});
