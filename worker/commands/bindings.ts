import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { requireNoUnfinishedRestore } from "../features/backups/unfinished-restore.ts";
import { connect, type Db } from "../db/connection.ts";

// By default, the local runtime fetches a sample of `request.cf` from Cloudflare. No command reads it.
process.env["CLOUDFLARE_CF_FETCH_ENABLED"] ??= "false";
process.env["WRANGLER_SEND_METRICS"] ??= "false";

export const ROOT = path.join(import.meta.dirname, "../..");
const CONFIG = path.join(ROOT, "wrangler.toml");

/** The folder of the local data. `STATE_DIR` is absolute or relative to the project. */
export const stateDir = () => path.resolve(ROOT, process.env["STATE_DIR"] ?? ".wrangler/state");

export type Store = { db: Db; media: R2Bucket; sessions: KVNamespace; close(): Promise<void> };

/**
 * Opens the local database, bucket and KV namespace. With `remote`, it opens the deployed database and bucket of
 * wrangler.toml, but no KV namespace. This needs a Cloudflare login.
 * @throws Error if a restore of the database is unfinished, unless `allowUnfinishedRestore` is set.
 */
export async function openStore({ remote = false, allowUnfinishedRestore = false } = {}): Promise<Store> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database; MEDIA: R2Bucket; SESSIONS: KVNamespace }>({
    configPath: remote ? remoteConfig() : CONFIG,
    // `wrangler --persist-to FOLDER` stores its data in FOLDER/v3, so both use the same files.
    persist: { path: path.join(stateDir(), "v3") },
    remoteBindings: remote,
    envFiles: [],
  });
  const db = connect({ prepare: (query) => env.DB.prepare(query), batch: batchOf(env.DB) });
  if (!allowUnfinishedRestore) {
    await requireNoUnfinishedRestore(db).catch(async (error: unknown) => {
      await dispose();
      throw error;
    });
  }
  return { db, media: env.MEDIA, sessions: env.SESSIONS, close: dispose };
}

/**
 * Runs a batch after one turn of Node's event loop. The local runtime closes connections after five idle seconds. Node
 * notices this only between tasks. After a long task, it would use a closed connection.
 */
const batchOf =
  (d1: D1Database) =>
  async <T>(statements: D1PreparedStatement[]) => {
    await setImmediate();
    return d1.batch<T>(statements);
  };

/**
 * Applies the missing migrations.
 * @throws Error with the error message that wrangler printed.
 */
export function migrate({ remote = false } = {}): void {
  const where = remote ? ["--remote"] : ["--local", "--persist-to", stateDir()];
  try {
    execFileSync("wrangler", ["d1", "migrations", "apply", "DB", "--config", CONFIG, ...where], {
      cwd: ROOT,
      stdio: ["ignore", remote ? "inherit" : "ignore", "pipe"],
      env: { ...process.env, CI: "1", FORCE_COLOR: "0" },
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    throw new Error(/\[ERROR\] (.+?)\s*(?:\n\n|$)/s.exec(String(stderr))?.[1] ?? message, { cause: error });
  }
}

/** Writes a configuration for the deployed database and bucket. Returns its path. */
function remoteConfig(): string {
  const { account_id, d1_databases, r2_buckets, name, compatibility_date } = unstable_readConfig({ config: CONFIG });
  const config = {
    name,
    // Without an account id, wrangler uses the only account of the login, or asks.
    ...(account_id && { account_id }),
    compatibility_date,
    d1_databases: d1_databases.map((database: object) => ({ ...database, remote: true })),
    r2_buckets: r2_buckets.map((bucket: object) => ({ ...bucket, remote: true })),
  };
  const file = path.join(ROOT, ".wrangler/tmp/remote.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  return file;
}
