import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connect, type Db } from "../db/connection.ts";
import { requireNoUnfinishedRestore } from "../features/backups/unfinished-restore.ts";
import { openStore, ROOT } from "./bindings.ts";
import { openRemoteDatabase, remoteDatabase } from "./remote-database.ts";
import { wrangler } from "./wrangler.ts";

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

/**
 * Applies the missing migrations to a deployed database.
 * @throws Error with the message that wrangler printed.
 */
export async function migrateDeployed({ env }: Where): Promise<string> {
  const { account, id, name } = await findDeployedDatabase(env);
  const database = {
    binding: "DB",
    database_name: name,
    database_id: id,
    migrations_dir: path.join(ROOT, "migrations"),
  };
  const file = path.join(ROOT, `.wrangler/tmp/migrate-${env}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ name: "migrations", account_id: account.id, d1_databases: [database] }));
  return applyMigrations(account, file);
}
