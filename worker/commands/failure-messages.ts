import { displayedStateFolder } from "./state-folder.ts";

/** From now on, an uncaught error prints its `failureMessage` without a stack and ends the process with code 1. */
export function exitOnFailure(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.once(event, (error) => {
      console.error(failureMessage(error));
      process.exit(1);
    });
  }
}

const REPLACE_DATA =
  "Rename that folder to keep a copy. Then run `npm start` to create a new database, " +
  "or `npm run restore -- FILE.jsonl.gz` to restore a backup.";

const KNOWN_FAILURES: [pattern: RegExp, message: (match: RegExpExecArray) => string][] = [
  [
    /^ENOENT: no such file or directory, open '(.+)'/,
    ([, file]) => `There is no file ${file}. Check its name, then run this command again.`,
  ],
  // What Cloudflare says to a token depends on the product: https://github.com/cloudflare/workers-sdk/issues/8165
  [
    /set a CLOUDFLARE_API_TOKEN|Authentication error|not logged in|"loggedIn": ?false|"?code"?: ?(10000|10001|9109|6003)\b/i,
    () => `Cloudflare refused this sign-in, or it lacks a permission. ${signInAgain()}`,
  ],
  [
    /code: 100328|not supported for the Free plan/,
    () =>
      "This account has no Workers Paid, which the directory needs: 5 dollars a month. Nothing was made yet. " +
      "Choose the plan at https://dash.cloudflare.com/?to=/:account/workers/plans, then run this command again.",
  ],
  [
    /code: 10063/,
    () =>
      "This account has no address at workers.dev yet, and its first Worker needs one. " +
      "Choose one at https://dash.cloudflare.com/?to=/:account/workers/onboarding, then run this command again.",
  ],
  // "Please enable R2 through the Cloudflare Dashboard" or "… R2 Subscription for your account", code 10042 or 10136:
  // https://github.com/cloudflare/workers-sdk/issues/15468, …/15610
  [
    /Please enable R2/,
    () =>
      "R2, the store of images, is not switched on in this account. It asks for a means of payment, and the first 10 GB cost " +
      "nothing. Switch it on at https://dash.cloudflare.com/?to=/:account/r2/overview, then run this command again.",
  ],
  [
    /code: 10429|rate.?limit|429 /i,
    () => "Cloudflare answered that there were too many calls. Wait five minutes, then run this command again.",
  ],
  [
    /^Connection error|^Request timed out|fetch failed|ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|socket hang up/,
    () =>
      "Cloudflare could not be reached, or the connection was cut. Check your internet connection, then run this command " +
      "again: it continues where it stopped.",
  ],
  // What Cloudflare's client says: the status, then the answer.
  [
    /^5\d\d |malformed response from the API/,
    () =>
      "Cloudflare itself failed. Wait some minutes and look at https://www.cloudflarestatus.com, then run this command " +
      "again: it continues where it stopped.",
  ],
  [
    /^4\d\d \{"success":false,"errors":\[\{"code":(\d+),"message":"((?:[^"\\]|\\.)*)"/,
    ([, code, message]) => `Cloudflare refused a call: ${message} (code ${code})`,
  ],
  [
    /connection to Stripe/,
    () => "Stripe could not be reached. Check your internet connection, then run this command again.",
  ],
  [
    /SQLITE_BUSY|database is locked/,
    () =>
      "Another program, such as `npm start`, is writing to the local database. Wait a moment or stop it. Then run this command again.",
  ],
  [
    /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/,
    () => `The local data in ${displayedStateFolder()} is damaged and cannot be used. ${REPLACE_DATA}`,
  ],
  // An error of workerd itself, without a reason.
  [
    /internal error; reference/,
    () =>
      "The database failed and gave no reason. Run this command again. If it fails again without --remote, " +
      `the local data in ${displayedStateFolder()} may be damaged. ${REPLACE_DATA}`,
  ],
];

function signInAgain(): string {
  const permissions = "the permissions that worker/OPERATE.md lists";
  // https://developers.cloudflare.com/workers/ci-cd/builds/configuration/#api-token
  if (process.env["WORKERS_CI"]) {
    return (
      `The token that Workers Builds makes lacks D1, Queues, Zone and Email Sending. Create one with ${permissions}, choose ` +
      "it at Settings, Build, API token of the Worker, then retry the build."
    );
  }
  if (process.env["CLOUDFLARE_API_TOKEN"]) return `Give CLOUDFLARE_API_TOKEN ${permissions}, or set another token.`;
  return "Run `npx wrangler login`, then run this command again.";
}

/** Returns a message with the next step for a known failure, otherwise the message of the innermost cause. */
export function failureMessage(error: unknown): string {
  const messages = messagesOf(error);
  for (const [pattern, messageFor] of KNOWN_FAILURES) {
    for (const message of messages) {
      const match = pattern.exec(message);
      if (match) return messageFor(match);
    }
  }
  return messages.at(-1) ?? String(error);
}

/** Returns the messages of an error and of its causes. Drizzle wraps the database's error in an error of its own. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
