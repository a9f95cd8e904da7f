import { afterEach, expect, test, vi } from "vitest";
import { storeGoogleLogin } from "#web/browser/google-login-storage.ts";
import { setSession } from "#web/data/session.tsx";
import { anna } from "../support/anna.ts";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("a sign-in with Google stores only the specified fields, until no user is signed in", () => {
  const kept = new Map<string, string>([["draft.1.new", "{}"]]);
  vi.stubGlobal("localStorage", {
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  setSession(anna);
  storeGoogleLogin(anna, "x");
  const { id: _, ...fields } = anna;
  expect([JSON.parse(kept.get("user")!), kept.get("token")]).toEqual([fields, "x"]);
  setSession({ ...anna, first_name: "B" });
  expect(kept.get("token")).toBe("x");
  setSession(null);
  expect([...kept.keys()]).toEqual(["draft.1.new"]);
});

test("signing in and logging out work if local storage is full or disabled", () => {
  const full = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem: full, removeItem: full });
  expect(() => storeGoogleLogin(anna, "x")).not.toThrow();
  expect(() => setSession(null)).not.toThrow();
});
