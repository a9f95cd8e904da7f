// @module-tag long
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMAND_MS, runCommand } from "../../support/command.ts";
import { useDatabases } from "./deployed.ts";

const SITES = "SELECT name, link, category FROM sites ORDER BY id";
const TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";

test("the commands work on the deployed directory that they name", { timeout: COMMAND_MS }, async () => {
  const { env, folder, faults, rowsOf } = await useDatabases("directory", "directory-staging");
  const run = async (command: string, ...args: string[]) => {
    const { code, output } = await runCommand(command, args, env);
    return `${code}: ${output}`;
  };
  const staging = ["--remote", "--env", "staging"];

  const file = path.join(folder, "sites.jsonl");
  const site = (name: string) => ({
    name,
    link: `https://${name.toLowerCase()}.example/`,
    description: "It's “quoted”",
    category: "communication",
    alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  });
  await writeFile(file, [site("Chat"), site("Call")].map((one) => JSON.stringify(one)).join("\n"));
  // The answer is lost after the sites were written. The command does not write them twice.
  faults.push({ status: 502, message: "Lost", isAfter: true, if: /insert into/i });
  expect(await run("import", file, "--remote")).toMatch(/^1: /);
  expect(await run("import", file, "--remote")).toMatch(/^0: .*Added sites: 0\. Already listed: 2\./s);
  const sites = rowsOf("directory", SITES);
  expect(sites).toMatchObject([{ name: "Chat" }, { name: "Call" }]);

  rowsOf("directory", "INSERT INTO users (email, created_at, updated_at) VALUES ('anna@example.com', 0, 0)");
  const [added, listed, reconciled] = await Promise.all([
    run("staff", "add", "anna@example.com", "--superuser", "--remote"),
    run("staff", "list", ...staging),
    run("stripe-reconcile", "--remote"),
  ]);
  expect(added).toBe("0: anna@example.com is now a superuser.");
  expect(listed).toMatch(/^0: No account is staff yet\./);
  expect(reconciled).toMatch(/^1: STRIPE_SECRET_KEY is not set\./);

  const backup = path.join(folder, "backup.jsonl.gz");
  expect(await run("backup", backup, "--remote")).toMatch(/^0: Saved \d+ rows to /);
  expect(await run("restore", backup, ...staging)).toMatch(/^0: .*Restored \d+ rows\.$/s);
  expect(rowsOf("directory-staging", SITES)).toEqual(sites);
  expect(rowsOf("directory-staging", TRIGGERS)).toEqual(rowsOf("directory", TRIGGERS));
});
