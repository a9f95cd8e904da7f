import { expect, test } from "vitest";
import { listingStep } from "#web/features/accounts/listing-step.ts";
import { readSignInParams } from "#web/features/accounts/sign-in-params.ts";

const nextOf = (next: string, state: unknown = null) => readSignInParams(state, new URLSearchParams({ next })).next;

test.each(["/user", "/sites/create?category=finance#top", "/plausible", "/loginbox", "/"])(
  "%s is a valid return path",
  (path) => {
    expect(nextOf(path)).toBe(path);
  },
);

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "user",
  "",
])("%j leads to another origin and is dropped", (path) => {
  expect(nextOf(path)).toBeUndefined();
});

test.each(["/login", "/login/verify", "/login?next=/user", "/signup", "/password/reset/confirm/abc", "/google-login/"])(
  "%s is part of the sign-in and no return path",
  (path) => {
    expect(nextOf(path)).toBeUndefined();
  },
);

test.each([
  ["/sites/create", true, "Account, step 3 of 4: sign in"],
  ["/sites/create?category=finance#content", false, "Account, step 1 of 2: sign in"],
  ["/sites/created", true, undefined],
  ["/user", true, undefined],
  [undefined, true, undefined],
])("on the way to %s (new: %s), the sign-in is: %s", (next, isNew, step) => {
  expect(listingStep("sign in", { next, isNew })).toBe(step);
});

test("the return path comes from the URL before the history, and the email address from the history", () => {
  expect(nextOf("/user", { email: "anna@example.com", next: "/plausible" })).toBe("/user");
  expect(readSignInParams({ email: "anna@example.com", next: "/plausible" }, new URLSearchParams())).toEqual({
    email: "anna@example.com",
    next: "/plausible",
  });
  expect(readSignInParams("anything", new URLSearchParams())).toEqual({});
  expect(readSignInParams({ email: 1, next: ["/user"], isNew: "yes" }, new URLSearchParams())).toEqual({});
});
