import { connect, type Db } from "../db/connection.ts";
import { requireNoUnfinishedRestore } from "../features/backups/unfinished-restore.ts";
import { openStore } from "./bindings.ts";
import { openRemoteDatabase } from "./remote-database.ts";

/** The options of commands that work on the local directory, or on a deployed one. */
export const WHERE = {
  remote: { type: "boolean", default: false },
  env: { type: "string", default: "production" },
} as const;

/** `env` names a deployed environment: `production` or `staging`. Without `remote`, it has no meaning. */
export type Where = { remote: boolean; env: string };

/** @throws Error if `--env` is given without `--remote`: the command would change the local directory instead. */
export function requireWhere({ remote, env }: Where): void {
  if (!remote && env !== WHERE.env.default)
    throw new Error(`--env chooses a deployed directory. Add --remote: -- --remote --env ${env}`);
}

type Database = { db: Db; close(): Promise<void> };

/**
 * Opens the local or the deployed database.
 * @throws Error if a restore of the database is unfinished, unless `allowUnfinishedRestore` is set.
 */
export async function openDatabase(where: Where, { allowUnfinishedRestore = false } = {}): Promise<Database> {
  requireWhere(where);
  if (!where.remote) return openStore({ allowUnfinishedRestore });
  const db = connect(await openRemoteDatabase(where.env));
  if (!allowUnfinishedRestore) await requireNoUnfinishedRestore(db);
  return { db, close: async () => undefined };
}
