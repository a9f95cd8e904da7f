import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { collectAnswers, saveAnswers, storedAnswers } from "./deploy/answers.ts";
import { checkSite } from "./deploy/checks.ts";
import { shareConfigFile, writeConfigs } from "./deploy/config.ts";
import { configFile, readEnvironment, shown } from "./deploy/environment.ts";
import { listLeftToDo, missingForPayments } from "./deploy/left-to-do.ts";
import { describePlan, findOwner, findResources, findVersion, optional } from "./deploy/resources.ts";
import { undo, upload } from "./deploy/upload.ts";
import { ROOT } from "./bindings.ts";
import { openCloudflare } from "./cloudflare.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { chooseAccount, findDatabase, wrangler, wranglerJson } from "./wrangler.ts";

// npm run deploy [-- --env NAME] [--dry-run] [--yes]: puts the directory on Cloudflare, or a newer version of it. Each step
// looks whether it is done, so a run that was cut off is completed by the next one.
exitOnFailure();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "production" },
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  },
});
const OWN_KEY = "SECRET_KEY";
const PROVIDER_SECRETS = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "GOOGLE_CLIENT_SECRET", "SENTRY_DSN", "HEALTH_TOKEN"];
// Workers Builds runs this command without a terminal: https://developers.cloudflare.com/workers/ci-cd/builds/
const isAgreed = values.yes || Boolean(process.env["WORKERS_CI"]);
const terminal =
  !isAgreed && process.stdin.isTTY && process.stdout.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;
if (terminal && !process.env["CLOUDFLARE_API_TOKEN"] && !(await optional(wrangler(["whoami", "--json"]))))
  execFileSync("wrangler", ["login"], { cwd: ROOT, stdio: "inherit" });

const environment = readEnvironment(values.env);
const account = await chooseAccount(storedAnswers(environment)["CLOUDFLARE_ACCOUNT_ID"]);
const ask = terminal && (async (question: string, proposed: string) =>
  (await terminal.question(`${question}.\n${proposed && `[${proposed}] `}> `)) || proposed);
const answers = await collectAnswers(environment, ask);
if (terminal || !values["dry-run"]) saveAnswers(environment, { CLOUDFLARE_ACCOUNT_ID: account, ...answers });

if (process.env["BUILD"] !== "0" || !existsSync(path.join(ROOT, "dist/directory"))) {
  console.info("Building …");
  const { buildSite } = await import("./build.ts");
  await buildSite();
}

console.info("Looking at the account …");
const found = await findResources(environment, answers);
const { ids, mail, version: before } = found;
const origin = answers["SITE_URL"]!;
// Workers Builds makes an empty Worker itself before it runs this command.
if (before && !found.secrets.includes(OWN_KEY) && !process.env["WORKERS_CI"]) {
  throw new Error(
    `The account has a Worker “${environment.worker}” that is something else. Nothing was changed. Change the names in ` +
      "wrangler.toml, or run `npm run deploy -- --env NAME`, which puts NAME into each.",
  );
}
// The key that the product signs with is made once. Secrets of providers come from the environment of the command.
const secrets: Record<string, string> = {};
if (!found.secrets.includes(OWN_KEY)) secrets[OWN_KEY] = randomBytes(32).toString("base64");
for (const name of PROVIDER_SECRETS) if (process.env[name]) secrets[name] = process.env[name];
const vars = Object.fromEntries(Object.entries(answers).filter(([name]) => name in environment.vars));
const config = configFile(environment.name);
writeConfigs(environment, { account, vars, ids });

const owner = await findOwner(account, environment.worker, origin);
console.info(`\n${describePlan(environment, { found, answers, secrets: Object.keys(secrets) })}\n${owner ? `${owner}\n` : ""}`);
if (values["dry-run"]) {
  console.info(`Nothing was changed (--dry-run). ${shown(config)} is for commands such as npx wrangler d1.`);
  process.exit();
}
const isTaken = owner && !terminal && "The deployment would take it. Free it, or run this command in a terminal, which asks.";
if (isTaken) throw new Error(`${owner} ${isTaken}`);
if (!isAgreed && !terminal)
  throw new Error("Nobody can say yes here. Read the plan above, then run this command again with --yes.");
const answer = await terminal?.question(owner ? "Take the address, and do this? (y/N) " : "Do this? (y/N) ");
if (terminal && !/^y/i.test(answer!)) throw new Error("Stopped. Nothing was changed.");
terminal?.close();

// First, because it needs none of the others: without Workers Paid, Cloudflare refuses it before anything is made.
await upload(shareConfigFile(environment.name));
console.info(`Uploaded the Worker ${environment.shareWorker}.`);

/** Does what the site works without. Its refusal is listed at the end. */
const refused: string[] = [];
async function attempt(title: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => refused.push(`${title}: ${failureMessage(error)}`));
}

if (!ids.database) {
  await wrangler(["d1", "create", environment.database, "--location", answers["D1_LOCATION"]!]);
  ids.database = await findDatabase(environment.database);
  writeConfigs(environment, { account, vars, ids });
  console.info(`Made the database ${environment.database}.`);
}
const moment = wranglerJson<{ bookmark: string }>("d1", "time-travel", "info", "DB", "--json", "--config", config);
const bookmark = before && (await optional(moment))?.bookmark;
const back = `npx wrangler d1 time-travel restore DB --bookmark=${bookmark} --config ${shown(config)}`;
if (bookmark) console.info(`The database can return to this moment for 30 days: ${back}`);
await attempt("Copies of the database near visitors (D1, Settings, read replication)", async () =>
  openCloudflare().d1.database.edit(ids.database!, { account_id: account, read_replication: { mode: "auto" } }),
);
await wrangler(["queues", "create", environment.deadLetters]).catch((error: unknown) => {
  if (!/\[code: 11009\]|already (taken|exists)/.test(String(error))) throw error;
});
if (!mail.isOn && !mail.problem) {
  await attempt(`Mail from ${mail.domain}`, async () => {
    await wrangler(["email", "sending", "enable", mail.domain]);
    mail.isOn = true;
  });
}

await wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", config]).catch((error: unknown) => {
  throw new Error(
    `${failureMessage(error)}\nA migration failed and changed nothing. Those before it stay. Nothing was uploaded, so ` +
      "visitors get the version before. Remove the cause, then run this command again.",
  );
});
console.info("Applied the missing migrations.");

const version = await upload(config, secrets).catch(async (error: unknown) => {
  // Wrangler sets the address, the queues and the cron after the upload.
  const current = await optional(findVersion(environment.worker));
  if (before && current && current !== before) console.error(await undo(environment, { version: current, before }));
  throw error;
});
console.info(`Uploaded the Worker ${environment.worker}, version ${version}.`);
await attempt("Rule that deletes images of other sites after 90 days (R2, Settings)", async () => {
  const lifecycle = ["r2", "bucket", "lifecycle"];
  if ((await wrangler([...lifecycle, "list", environment.bucket])).includes("remote-images")) return;
  const rule = ["remote-images", "remote/", "--expire-days", "90", "--force"];
  await wrangler([...lifecycle, "add", environment.bucket, ...rule]);
});

const isNewAddress = !before || owner !== undefined;
console.info(`Checking ${origin} …${isNewAddress ? " A new address can take some minutes." : ""}`);
const known = new Set([...found.secrets, ...Object.keys(secrets)]);
const hasPayments = missingForPayments(answers, known).length === 0;
const problems = await checkSite(origin, { version, isNewAddress, hasPayments });
if (problems === "challenged") {
  console.error("Cloudflare challenged the check, so it says nothing about the new version, which visitors get.");
  process.exitCode = 1;
} else if (problems.length > 0) {
  const stays = "There is no version before this one, so it stays. Run this command again when the cause is removed.";
  console.error(`A check failed:\n  ${problems.join("\n  ")}`);
  console.error(before ? await undo(environment, { version, before }) : stays);
  process.exit(1);
} else console.info(`${origin} works.`);

const query = "SELECT 1 FROM users WHERE is_superuser = 1 LIMIT 1";
const rows = wranglerJson<{ results: unknown[] }[]>("d1", "execute", "DB", "--remote", "--json", "--config", config, "--command", query);
const hasSuperuser = Boolean((await optional(rows))?.[0]?.results.length);
const namesZone = isNewAddress || problems === "challenged";
const todo = listLeftToDo(environment, { account, mail, answers, secrets: known, hasSuperuser, namesZone, refused });
console.info(`\nLeft to do:\n${todo.map((text, index) => `${index + 1}. ${text}`).join("\n")}`);
