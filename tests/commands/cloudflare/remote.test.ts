// @module-tag long
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMAND_MS, runCommand } from "../../support/command.ts";
import { createDatabases, ownFolder, rowsOf } from "./deployed.ts";
import { useCloudflare } from "./api.ts";

const SITES = "SELECT name, link, category FROM sites ORDER BY id";

test("the commands work on the deployed directory that they name", { timeout: COMMAND_MS }, async () => {
  const cloudflare = await useCloudflare();
  await createDatabases(cloudflare, "directory", "directory-staging");
  const folder = await ownFolder();
  const run = async (command: string, ...args: string[]) => {
    const { code, output } = await runCommand(command, args, { ...cloudflare.apiEnv, DEPLOY_DIR: folder });
    return `${code}: ${output}`;
  };
  const staging = ["--remote", "--env", "staging"];

  await Promise.all([run("migrate", "--remote"), run("migrate", ...staging)]);
  const file = path.join(folder, "sites.jsonl");
  const site = (name: string) => ({
    name,
    link: `https://${name.toLowerCase()}.example/`,
    description: "It's “quoted”",
    category: "communication",
    alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  });
  await writeFile(file, [site("Chat"), site("Call")].map((one) => JSON.stringify(one)).join("\n"));
  // The connection ends after the sites were written. The command does not write them twice.
  cloudflare.failNext(
    ({ path: place }) => place.endsWith("/query") && /insert into/i.test(cloudflare.calls.at(-1)!.body),
    {
      cut: "after",
    },
  );
  expect(await run("import", file, "--remote")).toMatch(/^1: .*Cloudflare could not be reached/s);
  expect(await run("import", file, "--remote")).toMatch(/^0: .*Added sites: 0\. Already listed: 2\./s);
  const sites = await rowsOf(cloudflare, "directory", SITES);
  expect(sites).toMatchObject([{ name: "Chat" }, { name: "Call" }]);

  await rowsOf(
    cloudflare,
    "directory",
    "INSERT INTO users (email, created_at, updated_at) VALUES ('anna@example.com', 0, 0)",
  );
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
  expect(await rowsOf(cloudflare, "directory-staging", SITES)).toEqual(sites);
  // The triggers are there again: D1's API has split their SQL.
  const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
  expect(await rowsOf(cloudflare, "directory-staging", triggers)).toEqual(
    await rowsOf(cloudflare, "directory", triggers),
  );
});
