import { env } from "cloudflare:workers";
import { connect } from "#worker/db/connection.ts";
import { importLines } from "#worker/features/sites/import/import.ts";

type Options = { ownerEmail?: string; updates?: boolean; bad?: string[] };

/** Imports a file of these lines. `bad` gets the number and the reason of what was left out. */
export const importFile = (lines: (object | string)[], { bad, ...options }: Options = {}) =>
  importLines(
    connect(env.DB),
    (async function* () {
      for (const line of lines) yield typeof line === "string" ? line : JSON.stringify(line);
    })(),
    { ...options, onBadLine: (number, reason) => bad?.push(`${number}: ${reason}`), onProgress: () => {} },
  );
