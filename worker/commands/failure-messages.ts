import { displayedStateFolder } from "./state-folder.ts";

/** From now on a failure that nothing catches ends the program with a sentence, without a stack. */
export function exitOnFailure(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.once(event, (error) => {
      console.error(failureMessage(error));
      process.exit(1);
    });
  }
}

const KNOWN_FAILURES: [pattern: RegExp, message: () => string][] = [
  [
    /CLOUDFLARE_API_TOKEN|Authentication error|not logged in/i,
    () => "Cloudflare does not know who asks: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  ],
  [/connection to Stripe/, () => "Stripe cannot be reached. Try again when this machine is online."],
  [
    /SQLITE_BUSY|database is locked/,
    () => "Another program is writing to the local database. Nothing was changed; try again.",
  ],
  [
    /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/,
    () =>
      `The local data in ${displayedStateFolder()} are damaged. Move that folder away and run this again; ` +
      "`npm run restore -- FILE.jsonl.gz` brings a backup back.",
  ],
  [
    /internal error; reference/,
    () =>
      "The database failed without a reason. Try again. If it stays so with local data, " +
      `${displayedStateFolder()} may be damaged: move that folder away, and \`npm run restore -- FILE.jsonl.gz\` brings a backup back.`,
  ],
];

/** What a person can do about it, where that is known; else what was said first of all. */
export function failureMessage(error: unknown): string {
  const messages = messagesOf(error);
  const known = KNOWN_FAILURES.find(([pattern]) => messages.some((message) => pattern.test(message)));
  return known ? known[1]() : (messages.at(-1) ?? String(error));
}

/** Drizzle wraps what the database said in the query that it was said of. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
