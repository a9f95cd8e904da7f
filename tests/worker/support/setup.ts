import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { resetFakes } from "./app.ts";
import { hashCheaply } from "./passwords.ts";
import { resetStorage } from "./storage.ts";
import { refuseEqualColumns } from "./unique-columns.ts";

/** The arguments of each `console.error`. A test that expects errors empties the list, or else it fails. */
export const loggedErrors: unknown[][] = [];
/** The first argument of each `console.info` and `console.warn`. */
export const loggedLines: unknown[] = [];

refuseEqualColumns();

// All tests share one storage.
beforeEach(async () => {
  resetFakes();
  hashCheaply();
  loggedErrors.length = 0;
  loggedLines.length = 0;
  vi.spyOn(console, "info").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "warn").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "error").mockImplementation((...args) => void loggedErrors.push(args));
  // The real queue would deliver to a Worker that reaches the internet, during other tests.
  vi.spyOn(env.IMAGE_FETCHES, "sendBatch").mockResolvedValue({} as QueueSendBatchResponse);
  await resetStorage();
});

afterEach(() => {
  vi.useRealTimers();
  expect(loggedErrors, "console.error was called").toEqual([]);
});
