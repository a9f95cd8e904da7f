import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { beginOutside } from "./app.ts";

/** What a test expects to be logged: it empties this list after looking at it. */
export const loggedErrors: unknown[][] = [];
/** What was logged besides. */
export const loggedLines: unknown[] = [];

// Storage is isolated by file only, so each test begins with empty D1, KV and R2.
beforeEach(async () => {
  beginOutside();
  loggedErrors.length = 0;
  loggedLines.length = 0;
  vi.spyOn(console, "info").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "warn").mockImplementation((line) => void loggedLines.push(line));
  vi.spyOn(console, "error").mockImplementation((...args) => void loggedErrors.push(args));
  // It empties only what is awake, and these fall asleep where a test has not asked them for some seconds.
  await Promise.all([env.DB.prepare("SELECT 1").run(), env.SESSIONS.get("awake"), env.MEDIA.head("awake")]);
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

afterEach(() => {
  expect(loggedErrors, "console.error was called").toEqual([]);
});
