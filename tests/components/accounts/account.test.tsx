import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OpenSession } from "#schema/accounts/accounts.ts";
import { button, field, fill, press, pressInPage, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, refused } from "../support/api.ts";
import { passTime, stopClock, untilGone, untilShown } from "../support/clock.ts";
import { placeOf, showPrivate } from "../support/show.tsx";

const session = (id: number, device: string): OpenSession => ({
  id,
  device,
  created_at: "2026-11-20T12:00:00.000Z",
  last_used_at: "2026-11-20T12:00:00.000Z",
  is_current: id === 1,
});
const SESSIONS = [session(1, "Firefox on Windows"), session(2, "Chrome on Linux"), session(3, "Safari on macOS")];
const list = (results: OpenSession[]) => ({ count: results.length, next: null, previous: null, results });

const showAccount = (answers: Answers = {}) =>
  showPrivate("account", "/user", { "GET sessions/": list(SESSIONS), "GET user/moves/": list([]), ...answers });

const typePasswords = async (confirmed: string) => {
  await fill("New password", "another phrase");
  await fill("Confirm new password", confirmed);
  await press("Change Password");
};

test("a name that cannot be saved shows an error, and a cancelled change is forgotten", async () => {
  await showAccount({ "PUT user/": failed, "PATCH user/": failed });
  await press("Edit Name");
  await fill("First name", "Somebody else");
  await press("Save");
  await seeAlert("Error updating user profile.");
  await press("Cancel");
  await expect.element(button("Edit Name")).toHaveFocus();
  await press("Edit Name");
  await expect.element(field("First name")).toHaveValue("Anna");
});

test("a new password must be typed twice, a failure is said, and a cancelled one is forgotten", async () => {
  let isDown = true;
  await showAccount({
    "POST change-password/": () => (isDown ? failed() : { message: "Your password was changed." }),
  });
  await press("Change Password");
  await fill("Current password", "typed in vain");
  await press("Cancel");
  await press("Change Password");
  await expect.element(field("Current password")).toHaveValue("");
  await fill("Current password", "a phrase to remember");
  await typePasswords("another one");
  await seeProblem("Confirm new password", "New passwords don't match.");
  await typePasswords("another phrase");
  await seeAlert("Error changing password.");
  isDown = false;
  await press("Change Password");
  await see("Your password was changed.");
  await expect.element(button("Change Password")).toHaveFocus();
});

test("a log-out leads to the home page, and one that fails shows an error for three seconds", async () => {
  let isDown = true;
  const { router } = await showAccount({ "POST logout/": () => (isDown ? failed() : {}) });
  stopClock();
  await pressInPage("Log Out");
  const message = page.getByRole("alert").filter({ hasText: "Error logging out." });
  await untilShown(message);
  await passTime(3000 - 1);
  expect(message.elements()).toHaveLength(1);
  await passTime(1);
  await untilGone(message);
  isDown = false;
  await press("Log Out");
  await expect.poll(() => placeOf(router)).toBe("/");
});

const sessions = page.getByRole("region", { name: "Where you are signed in" });

test("a session is ended from the list, and an error stays until the next press", async () => {
  let open = SESSIONS;
  const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const answers = [first.promise, second.promise];
  await showAccount({
    "GET sessions/": () => list(open),
    "DELETE sessions/2/": () => answers.shift()!,
    "DELETE sessions/3/": () => {
      open = SESSIONS.slice(0, 2);
      return {};
    },
  });
  await expect.element(sessions.getByText("(this device)")).toBeVisible();
  await press("Sign out Chrome on Linux");
  await press("Sign out Safari on macOS");
  first.resolve(failed());
  await see("Safari on macOS is signed out.");
  await expect.element(sessions.getByText("Safari on macOS")).not.toBeInTheDocument();
  await expect.element(sessions.getByRole("alert")).toHaveTextContent("Error logging out.");
  await expect.element(sessions.getByRole("heading")).toHaveFocus();
  await press("Sign out Chrome on Linux");
  await expect.element(sessions.getByRole("alert")).toBeEmptyDOMElement();
  second.resolve(failed());
  await expect.element(sessions.getByRole("alert")).toHaveTextContent("Error logging out.");
});

test("all other sessions end at once", async () => {
  let open = SESSIONS;
  await showAccount({
    "GET sessions/": () => list(open),
    "POST logout/everywhere/": () => {
      open = SESSIONS.slice(0, 1);
      return { message: "You are signed out everywhere else." };
    },
  });
  await pressInPage("Sign out everywhere else");
  await see("You are signed out everywhere else.");
  await expect.element(sessions.getByText("Chrome on Linux")).not.toBeInTheDocument();
});

test("an account is deleted with its password, or with a mailed code", async () => {
  const { router } = await showAccount({
    "GET payments/": { count: 0, next: null, previous: null, results: [] },
    "POST user/delete-code/": { message: "We sent a code to your email address." },
    "DELETE user/": ({ password, code }: { password?: string; code?: string }) =>
      password
        ? refused("Wrong.", { password: "This password is incorrect." })
        : { message: `Your account is deleted. ${code}` },
  });
  await press("Delete Account");
  await press("Delete for good");
  await seeProblem("Your password", "Password is required");
  await fill("Your password", "not this one");
  await press("Delete for good");
  await seeProblem("Your password", "This password is incorrect.");
  await pressInPage("No password? Get a code by email");
  await see("We sent a code to your email address.");
  await expect.element(field("Code")).toHaveFocus();
  await fill("Code", "123456");
  await press("Delete for good");
  await see("Your account is deleted. 123456");
  expect(placeOf(router)).toBe("/");
});
