import { displayedStateFolder } from "./state-folder.ts";

/** Makes this process print a message without a stack and exit with code 1 if an error is not caught. */
export function exitOnFailure(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.once(event, (error) => {
      console.error(failureMessage(error));
      process.exit(1);
    });
  }
}

const NEW_OR_RESTORED =
  "Then run `npm start` for a new database, or `npm run restore -- FILE.jsonl.gz` to restore a backup.";

const KNOWN_FAILURES: [pattern: RegExp, message: () => string][] = [
  [
    /CLOUDFLARE_API_TOKEN|Authentication error|not logged in/i,
    () =>
      "You are not signed in to Cloudflare. Run `npx wrangler login` or set CLOUDFLARE_API_TOKEN, then run this again.",
  ],
  [/connection to Stripe/, () => "Stripe could not be reached. Check your internet connection, then run this again."],
  [
    /SQLITE_BUSY|database is locked/,
    () => "Another program is writing to the local database. Wait a moment, then run this again.",
  ],
  [
    /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/,
    () => `The local data in ${displayedStateFolder()} is damaged. Move that folder away. ${NEW_OR_RESTORED}`,
  ],
  [
    /internal error; reference/,
    () =>
      "The database failed and gave no reason. Run this again. If a local database fails again, its data in " +
      `${displayedStateFolder()} may be damaged: move that folder away. ${NEW_OR_RESTORED}`,
  ],
];

/** Returns a message with the next step for a known failure, or else the message of the innermost cause. */
export function failureMessage(error: unknown): string {
  const messages = messagesOf(error);
  const known = KNOWN_FAILURES.find(([pattern]) => messages.some((message) => pattern.test(message)));
  return known ? known[1]() : (messages.at(-1) ?? String(error));
}

/** Returns the messages of an error and of its causes. Drizzle wraps the error of the database in an error of the query. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
