import { afterEach, expect, test, vi } from "vitest";
import { leaveAccount, rememberLogin } from "#web/features/accounts/kept-login.ts";
import { setSession } from "#web/session.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("signing in and out goes on where the browser has no room or keeps nothing", () => {
  const full = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem: full, removeItem: full });
  const user = {
    id: 1,
    email: "anna@example.com",
    first_name: "A",
    last_name: "L",
    is_staff: false,
    is_superuser: false,
  };
  expect(() => rememberLogin(user, "x")).not.toThrow();
  expect(() => leaveAccount()).not.toThrow();
});
