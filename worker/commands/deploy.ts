import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs, parseEnv } from "node:util";
import { collectAnswers, saveAnswers, storedAnswers } from "./deploy/answers.ts";
import { checkSite } from "./deploy/checks.ts";
import { shareConfigFile, writeConfigs } from "./deploy/config.ts";
import { answersFile, configFile, readEnvironment, shown } from "./deploy/environment.ts";
import { listLeftToDo } from "./deploy/left-to-do.ts";
import { describePlan, findHost, findResources, findVersion, optional } from "./deploy/resources.ts";
import { byHand, undo, upload } from "./deploy/upload.ts";
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
// Workers Builds runs this command without a terminal: https://developers.cloudflare.com/workers/ci-cd/builds/
const isAgreed = values.yes || Boolean(process.env["WORKERS_CI"]);
const isTerminal = !isAgreed && process.stdin.isTTY && process.stdout.isTTY;
const terminal = isTerminal ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
terminal?.once("SIGINT", () => process.exit(130));
const environment = readEnvironment(values.env);
const account = await chooseAccount(storedAnswers(environment)["CLOUDFLARE_ACCOUNT_ID"]);
const ask = async (question: string, proposed: string) =>
  (await terminal!.question(`${question}.\n${proposed && `[${proposed}] `}> `)) || proposed;
const answers = await collectAnswers(environment, terminal && !values["dry-run"] ? ask : undefined);
if (!values["dry-run"]) saveAnswers(environment, { CLOUDFLARE_ACCOUNT_ID: account, ...answers });

if (process.env["BUILD"] !== "0" || !existsSync(path.join(ROOT, "dist/directory"))) {
  console.info("Building …");
  const { buildSite } = await import("./build.ts");
  await buildSite();
}

console.info("Looking at the account …");
const found = await findResources(environment, answers);
const { ids, mail, version: before } = found;
const origin = answers["SITE_URL"]!;
// The key that the product signs with is made once. Secrets of providers come from the environment of the command.
const secrets: Record<string, string> = {};
if (!found.secrets.includes("SECRET_KEY")) secrets["SECRET_KEY"] = randomBytes(32).toString("base64");
for (const name of Object.keys(parseEnv(readFileSync(path.join(ROOT, ".dev.vars.example"), "utf8"))))
  if (process.env[name]) secrets[name] = process.env[name];
const vars = Object.fromEntries(Object.entries(answers).filter(([name]) => name in environment.vars));
const config = configFile(environment.name);
writeConfigs(environment, { account, vars, ids });

const { isNew, owner } = await findHost(account, { worker: environment.worker, url: origin, version: before });
const plan = describePlan(environment, { found, answers, secrets: Object.keys(secrets) });
console.info(`\n${plan}\n${owner ? `${owner}\n` : ""}`);
if (values["dry-run"]) {
  console.info(`Nothing was changed (--dry-run). ${shown(config)} is for commands such as npx wrangler d1.`);
  process.exit();
}
const takes = `${owner} The deployment would take it. Remove that first, or run this command in a terminal, which asks.`;
const isSilent = "Nobody can say yes here. Read the plan above, then run this command again with --yes.";
if (!terminal && (owner || !isAgreed)) throw new Error(owner ? takes : isSilent);
const answer = await terminal?.question(owner ? "Take the address, and do this? (y/N) " : "Do this? (y/N) ");
const file = shown(answersFile(environment.name));
if (terminal && !/^y/i.test(answer!)) throw new Error(`Stopped. Nothing was changed. Your answers are in ${file}.`);
terminal?.close();

// First, because it needs none of the others: without Workers Paid, Cloudflare refuses it before anything is made.
await upload(shareConfigFile(environment.name));
console.info(`Uploaded the Worker ${environment.shareWorker}.`);

if (!ids.database) {
  await wrangler(["d1", "create", environment.database, "--location", answers["D1_LOCATION"]!]);
  ids.database = await findDatabase(environment.database);
  writeConfigs(environment, { account, vars, ids });
  console.info(`Made the database ${environment.database}.`);
}
const replication = { account_id: account, read_replication: { mode: "auto" } } as const;
const replicate = async () => void (await openCloudflare().d1.database.edit(ids.database!, replication));
const refused = await replicate().catch(failureMessage);
await wrangler(["queues", "create", environment.deadLetters]).catch((error: unknown) => {
  if (!/\[code: 11009\]|already (taken|exists)/.test(String(error))) throw error;
});
if (!mail.isOn && !mail.problem) {
  const enabled = wrangler(["email", "sending", "enable", mail.domain]).then((text) => text.includes("enabled: true"));
  mail.isOn = await enabled.catch((error: unknown) => {
    mail.problem = failureMessage(error);
    return false;
  });
}

const kept =
  "A migration failed and changed nothing. Nothing was uploaded. Remove the cause, then run this command again.";
await wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", config]).catch((error: unknown) => {
  throw new Error(`${failureMessage(error)}\n${kept}`);
});
console.info("Applied the missing migrations.");

const version = await upload(config, secrets).catch(async (error: unknown) => {
  // Wrangler sets the address, the queues and the cron after the upload.
  const current = await optional(findVersion(environment.worker));
  if (before && current !== before)
    console.error(`Visitors may get the new version already. ${byHand(environment, before)}`);
  throw error;
});
console.info(`Uploaded the Worker ${environment.worker}, version ${version}.`);
console.info(`Checking ${origin} …${isNew ? " A new address can take some minutes." : ""}`);
const known = new Set([...found.secrets, ...Object.keys(secrets)]);
const { problems, unknown } = await checkSite(origin, { version, isNew });
if (unknown) console.error(`${unknown} So nothing is known about the new version, and it stays.`);
else if (problems.length === 0) console.info(`${origin} works.`);
else console.error(`A check failed:\n  ${problems.join("\n  ")}\n${await undo(environment, { version, before })}`);
if (unknown || problems.length > 0) process.exitCode = 1;

const query = ["--command", "SELECT 1 FROM users WHERE is_superuser = 1 LIMIT 1"];
const rows = wranglerJson<{ results: unknown[] }[]>(
  "d1",
  "execute",
  "DB",
  "--remote",
  "--json",
  "--config",
  config,
  ...query,
);
const hasSuperuser = Boolean((await optional(rows))?.[0]?.results.length);
const todo = listLeftToDo(environment, { account, mail, answers, secrets: known, hasSuperuser, unknown, refused });
console.info(`\nLeft to do:\n${todo.map((text, index) => `${index + 1}. ${text}`).join("\n")}`);
