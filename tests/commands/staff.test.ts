import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { openStore, ROOT } from "#worker/commands/bindings.ts";

// As people run it: a program of its own. Each run migrates and opens a database, which takes seconds.
const TIMEOUT_MS = 120_000;

type Run = { code: number; says: string };

function staff(...args: string[]): Promise<Run> {
  const command = path.join(ROOT, "worker/commands/staff.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), says: (stdout + stderr).trim() });
    });
  });
}

test("staff are made, listed and unmade in plain sentences", { timeout: TIMEOUT_MS }, async () => {
  const state = await mkdtemp(path.join(tmpdir(), "staff-"));
  vi.stubEnv("STATE_DIR", state);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(state, { recursive: true, force: true });
  });
  const refused = { code: 1, says: "Nobody has an account with the address anna@example.com. People sign up first." };
  expect(await staff("add", "anna@example.com")).toEqual(refused);

  const store = await openStore();
  await store.db.insert(users).values({ email: "anna@example.com", createdAt: 0, updatedAt: 0 });
  await store.close();
  const said = (says: string) => ({ code: 0, says });
  expect(await staff("add", "Anna@Example.com", "--superuser")).toEqual(said("Anna@Example.com is a superuser now."));
  expect(await staff("list")).toEqual(said("anna@example.com is a superuser."));
  expect(await staff("remove", "anna@example.com")).toEqual(said("anna@example.com is not staff any more."));
});

test.each([
  [["add"], /^Usage: npm run staff/],
  [["remove", "anna@example.com", "--superuser"], /^Usage: npm run staff/],
  [["list", "--everybody"], /^Unknown option '--everybody'/],
])("staff with %j says what is wrong, without a stack", { timeout: TIMEOUT_MS }, async (args, sentence) => {
  const { code, says } = await staff(...args);
  expect(code).toBe(1);
  expect(says).toMatch(sentence);
  expect(says).not.toMatch(/\n\s+at /);
});
