import "#web/styles.css";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import { setSession } from "#web/data/session.tsx";
import { unknownCalls } from "./api.ts";

// Editor.js does much in idle callbacks. On a busy machine, the browser would call them after seconds.
window.requestIdleCallback = (run) => {
  const deadline = { didTimeout: false, timeRemaining: () => 50 };
  void scheduler.postTask(() => run(deadline), { priority: "background" });
  return 0;
};

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
