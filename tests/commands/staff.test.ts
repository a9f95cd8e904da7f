// @module-tag long
import { expect, onTestFinished, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { openStore } from "#worker/commands/bindings.ts";
import { runStaffCommand, parseStaffArguments } from "#worker/commands/staff-command.ts";
import { COMMAND_MS, createMigratedState } from "../support/command.ts";

test("staff are added, listed and removed, with a message for each", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const { db, close } = await openStore();
  onTestFinished(close);
  const staff = (...args: string[]) => runStaffCommand(db, parseStaffArguments(args));
  await expect(staff("add", "anna@example.com")).rejects.toThrow(
    "No account has the email address anna@example.com. Sign up with it first, then run this command again.",
  );

  const account = (email: string) => ({ email, createdAt: 0, updatedAt: 0 });
  await db.insert(users).values(["anna@example.com", "bert@example.com"].map(account));
  expect(await staff("add", "Anna@Example.com", "--superuser")).toBe("Anna@Example.com is now a superuser.");
  expect(await staff("add", "bert@example.com")).toBe("bert@example.com is now staff.");
  expect(await staff("list")).toBe("anna@example.com is a superuser.\nbert@example.com is staff.");
  expect(await staff("remove", "bert@example.com")).toBe("bert@example.com is no longer staff.");
  await expect(staff("remove", "anna@example.com")).rejects.toThrow(
    "At least one superuser must remain. Make another user a superuser first.",
  );
});

test.each([
  [["add"], /^Usage: npm run staff/],
  [["remove", "anna@example.com", "--superuser"], /^Usage: npm run staff/],
  [["list", "--everybody"], /^Unknown option '--everybody'/],
])("staff with the arguments %j fails with a message", (args, sentence) => {
  expect(() => parseStaffArguments(args)).toThrow(sentence);
});
