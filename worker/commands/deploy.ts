import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs, parseEnv } from "node:util";
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
import { chooseAccount, findDatabase, wrangler } from "./wrangler.ts";

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
// Workers Builds runs this command without a terminal: https://developers.cloudflare.com/workers/ci-cd/builds/
const isAgreed = values.yes || Boolean(process.env["WORKERS_CI"]);
const terminal =
  !isAgreed && process.stdin.isTTY && process.stdout.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;
terminal?.once("SIGINT", () => process.exit(130));
const environment = readEnvironment(values.env);
const account = await chooseAccount(storedAnswers(environment)["CLOUDFLARE_ACCOUNT_ID"]);
const ask =
  terminal &&
  (async (question: string, proposed: string) =>
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
const hasKey = found.secrets.includes("SECRET_KEY");
if (before && !hasKey && !process.env["WORKERS_CI"]) {
  throw new Error(
    `The account has a Worker “${environment.worker}” that is something else. Nothing was changed. Change the names in ` +
      "wrangler.toml, or run `npm run deploy -- --env NAME`, which puts NAME into each.",
  );
}
// The key that the product signs with is made once. Secrets of providers come from the environment of the command.
const secrets: Record<string, string> = hasKey ? {} : { SECRET_KEY: randomBytes(32).toString("base64") };
for (const name of Object.keys(parseEnv(readFileSync(path.join(ROOT, ".dev.vars.example"), "utf8"))))
  if (process.env[name]) secrets[name] = process.env[name];
const vars = Object.fromEntries(Object.entries(answers).filter(([name]) => name in environment.vars));
const config = configFile(environment.name);
writeConfigs(environment, { account, vars, ids });

const owner = await findOwner(account, environment.worker, origin);
console.info(
  `\n${describePlan(environment, { found, answers, secrets: Object.keys(secrets) })}\n${owner ? `${owner}\n` : ""}`,
);
if (values["dry-run"]) {
  console.info(`Nothing was changed (--dry-run). ${shown(config)} is for commands such as npx wrangler d1.`);
  process.exit();
}
const takes = `${owner} The deployment would take it. Free it, or run this command in a terminal, which asks.`;
const isSilent = "Nobody can say yes here. Read the plan above, then run this command again with --yes.";
if (!terminal && (owner || !isAgreed)) throw new Error(owner ? takes : isSilent);
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
  if (before && current && current !== before) console.error(await undo(environment, before));
  throw error;
});
console.info(`Uploaded the Worker ${environment.worker}, version ${version}.`);
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
  console.error(before ? await undo(environment, before) : stays);
  process.exit(1);
} else console.info(`${origin} works.`);

const namesZone = isNewAddress || problems === "challenged";
const state = { account, mail, answers, secrets: known, isFirst: !before, namesZone, refused };
const todo = listLeftToDo(environment, state);
console.info(`\nLeft to do:\n${todo.map((text, index) => `${index + 1}. ${text}`).join("\n")}`);
