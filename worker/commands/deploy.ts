import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { confirm } from "@clack/prompts";
import { completeAnswers, flagNameOf, QUESTIONS, readAnswers, saveAnswers } from "./deploy/answers.ts";
import { checkSite } from "./deploy/checks.ts";
import { Account, openClient } from "./deploy/cloudflare.ts";
import { configFile, readEnvironment, shareConfigFile, shown } from "./deploy/environment.ts";
import { listLeftToDo, missingForPayments } from "./deploy/left-to-do.ts";
import { changesOf, describePlan } from "./deploy/plan.ts";
import { listAccounts } from "./deploy/remote.ts";
import { findResources } from "./deploy/resources.ts";
import { collectSecrets } from "./deploy/secrets.ts";
import { undo } from "./deploy/undo.ts";
import { applyMigrations, tagOfShare, upload, writeConfigs } from "./deploy/wrangler.ts";
import { ROOT } from "./bindings.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";

// npm run deploy [-- --env NAME] [--dry-run] [--yes] [--site-url URL …]: puts the directory on Cloudflare, or a newer
// version of it. Every step looks first whether it is done, so a run that was cut off is completed by the next one.
exitOnFailure();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "production" },
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    ...Object.fromEntries(QUESTIONS.map(({ name }) => [flagNameOf(name), { type: "string" as const }])),
  },
});
const flags = values as unknown as Record<string, string | undefined>;
// Workers Builds runs this command without a terminal: https://developers.cloudflare.com/workers/ci-cd/builds/
const isAgreed = values.yes || Boolean(process.env["WORKERS_CI"]);
const isAsking = !isAgreed && Boolean(process.stdin.isTTY && process.stdout.isTTY);

const environment = readEnvironment(values.env);
const client = openClient({ isInteractive: isAsking });
const given = readAnswers(environment, flags);
const accounts = given.answers["CLOUDFLARE_ACCOUNT_ID"] ? [] : await listAccounts(client);
const answers = await completeAnswers(environment, given, { accounts, isAsking });
const account = new Account(client, answers["CLOUDFLARE_ACCOUNT_ID"]!);

console.info("Looking at the account …");
const found = await findResources(account, environment, answers);
const hadDatabase = found.ids.database !== undefined;
// A run that only looks stores no flag, unless a person has answered.
if (isAsking || (isAgreed && !values["dry-run"])) saveAnswers(environment, answers);
const known = new Set(found.secrets);
const secrets = await collectSecrets(answers, known, { isAsking });
const added = Object.keys(secrets);
console.info(`\n${describePlan(environment, answers, { found, secrets: added })}\n`);
if (values["dry-run"]) {
  console.info("Nothing was changed (--dry-run).");
  process.exit();
}
await requireYes(changesOf(found, added).length > 0);

if (process.env["BUILD"] !== "0" || !existsSync(path.join(ROOT, "dist/directory"))) {
  console.info("Building …");
  const { buildSite } = await import("./build.ts");
  await buildSite();
}
const variables = { ...answers, SITE_URL: found.origin };
const vars = Object.fromEntries(Object.entries(variables).filter(([name]) => name in environment.vars));
const writeConfig = () => writeConfigs(account.id, environment, { vars, origin: found.origin, ids: found.ids });

// First, because it needs none of the others: without Workers Paid, Cloudflare refuses it before anything is made.
writeConfig();
const tag = tagOfShare();
if (found.shareTag !== tag) {
  await upload(account, shareConfigFile(environment.name), { tag });
  console.info(`Uploaded the Worker ${environment.shareWorker}.`);
}

for (const { title, run } of found.parts) {
  if (!run) continue;
  await run();
  console.info(`Done: ${title}.`);
}
writeConfig();

const database = found.ids.database!;
if (hadDatabase) {
  const params = { account_id: account.id };
  const { bookmark } = await account.call("d1", client.d1.database.timeTravel.getBookmark(database, params));
  console.info(
    `The database can return to this moment for 30 days: npx wrangler d1 time-travel restore DB --bookmark=${bookmark} ` +
      `--config ${shown(configFile(environment.name))}`,
  );
}
if (found.migrations.length > 0) {
  await applyMigrations(account, configFile(environment.name)).catch((error: unknown) => {
    throw new Error(
      `${failureMessage(error)}\nA migration failed and changed nothing. Those before it stay. Nothing was uploaded, so ` +
        "visitors get the version before. Remove the cause, then run this command again.",
    );
  });
  console.info(`Applied ${found.migrations.length} migrations.`);
}

const version = await upload(account, configFile(environment.name), { secrets });
console.info(`Uploaded the Worker ${environment.worker}, version ${version}.`);
const isNewAddress = found.version === undefined || found.domain?.run !== undefined;
if (found.domain?.run) {
  await found.domain.run();
  console.info(`Done: ${found.domain.title}.`);
}

console.info(`Checking ${found.origin} …${isNewAddress ? " A new address can take some minutes." : ""}`);
const now = new Set([...known, ...added]);
const hasPayments = missingForPayments(answers, now).length === 0;
const problems = await checkSite(found.origin, { version, isNewAddress, hasPayments });
if (problems.length > 0) {
  console.error(`A check failed:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  if (found.version === undefined) {
    console.error(
      "There is no version before this one, so it stays. Run this command again when the cause is removed.",
    );
  } else {
    console.error(await undo(account, environment, { version, before: found.version }));
  }
  process.exit(1);
}

console.info(`${found.origin} works.`);
const todo = await listLeftToDo(account, environment, { found, answers, secrets: now, added: new Set(added) });
if (todo.length > 0) console.info(`\nLeft to do:\n${todo.map((text, index) => `${index + 1}. ${text}`).join("\n")}`);

/** A run that only uploads newer code needs no yes from a person who started it. Elsewhere, --yes is the yes. */
async function requireYes(hasChanges: boolean): Promise<void> {
  if (isAgreed) return;
  if (!isAsking)
    throw new Error("Nobody can say yes here. Read the plan above, then run this command again with --yes.");
  if (hasChanges && (await confirm({ message: "Do this?" })) !== true) throw new Error("Stopped. Nothing was changed.");
}
