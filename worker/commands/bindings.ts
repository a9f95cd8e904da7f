import { execFileSync } from "node:child_process";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { getPlatformProxy } from "wrangler";
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
 * Opens the local database, bucket and KV namespace.
 * @throws Error if a restore of the database is unfinished, unless `allowUnfinishedRestore` is set.
 */
export async function openStore({ allowUnfinishedRestore = false } = {}): Promise<Store> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database; MEDIA: R2Bucket; SESSIONS: KVNamespace }>({
    configPath: CONFIG,
    // `wrangler --persist-to FOLDER` stores its data in FOLDER/v3, so both use the same files.
    persist: { path: path.join(stateDir(), "v3") },
    remoteBindings: false,
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
 * Applies the missing migrations to the local database.
 * @throws Error with the error message that wrangler printed.
 */
export function migrate(): void {
  const where = ["--local", "--persist-to", stateDir()];
  try {
    execFileSync("wrangler", ["d1", "migrations", "apply", "DB", "--config", CONFIG, ...where], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, CI: "1", FORCE_COLOR: "0" },
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    throw new Error(/\[ERROR\] (.+?)\s*(?:\n\n|$)/s.exec(String(stderr))?.[1] ?? message, { cause: error });
  }
}
