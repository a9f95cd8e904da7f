import "#web/styles.css";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import { setSession } from "#web/data/session.tsx";
import { unknownCalls } from "./api.ts";

beforeEach(() => {
  localStorage.clear();
  // The app asks for the user only if it has this cookie.
  document.cookie = "csrftoken=token; path=/";
});

afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession(null);
  expect(unknownCalls.splice(0), "calls without an answer").toEqual([]);
});
