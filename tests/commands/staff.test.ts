import { expect, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { openStore } from "#worker/commands/bindings.ts";
import { COMMAND_MS, ownState, runCommand } from "../support/command.ts";

const staff = (...args: string[]) => runCommand("staff", args);

test("staff are made, listed and unmade in plain sentences", { timeout: COMMAND_MS }, async () => {
  await ownState();
  const refused = { code: 1, says: "Nobody has an account with the address anna@example.com. People sign up first." };
  expect(await staff("add", "anna@example.com")).toEqual(refused);

  const store = await openStore();
  const account = (email: string) => ({ email, createdAt: 0, updatedAt: 0 });
  await store.db.insert(users).values(["anna@example.com", "bert@example.com"].map(account));
  await store.close();
  const said = (says: string) => ({ code: 0, says });
  expect(await staff("add", "Anna@Example.com", "--superuser")).toEqual(said("Anna@Example.com is a superuser now."));
  expect(await staff("add", "bert@example.com")).toEqual(said("bert@example.com is staff now."));
  expect(await staff("list")).toEqual(said("anna@example.com is a superuser.\nbert@example.com is staff."));
  expect(await staff("remove", "bert@example.com")).toEqual(said("bert@example.com is not staff any more."));
  const last = "At least one superuser must remain. Make somebody else a superuser first.";
  expect(await staff("remove", "anna@example.com")).toEqual({ code: 1, says: last });
});

test.each([
  [["add"], /^Usage: npm run staff/],
  [["remove", "anna@example.com", "--superuser"], /^Usage: npm run staff/],
  [["list", "--everybody"], /^Unknown option '--everybody'/],
])("staff with %j says what is wrong, without a stack", { timeout: COMMAND_MS }, async (args, sentence) => {
  const { code, says } = await staff(...args);
  expect(code).toBe(1);
  expect(says).toMatch(sentence);
  expect(says).not.toMatch(/\n\s+at /);
});
