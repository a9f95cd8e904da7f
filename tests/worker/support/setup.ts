import { afterEach, beforeEach, expect, vi } from "vitest";
import { resetFakes } from "./app.ts";
import { hashCheaply } from "./passwords.ts";
import { resetStorage } from "./storage.ts";

/** What a test expects to be logged: it empties this list after looking at it. */
export const loggedErrors: unknown[][] = [];
/** What was logged besides. */
export const loggedLines: unknown[] = [];

// The files share one storage, so each test begins by emptying it.
beforeEach(async () => {
  resetFakes();
  hashCheaply();
  loggedErrors.length = 0;
  loggedLines.length = 0;
  vi.spyOn(console, "info").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "warn").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "error").mockImplementation((...args) => void loggedErrors.push(args));
  await resetStorage();
});

afterEach(() => {
  expect(loggedErrors, "console.error was called").toEqual([]);
});
