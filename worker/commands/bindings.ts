import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { requireNoUnfinishedRestore } from "../features/backups/unfinished-restore.ts";
import { connect, type Db } from "../db/connection.ts";

// The local runtime would ask Cloudflare for an example of `request.cf`, which nothing here reads.
process.env["CLOUDFLARE_CF_FETCH_ENABLED"] ??= "false";
process.env["WRANGLER_SEND_METRICS"] ??= "false";

export const ROOT = path.join(import.meta.dirname, "../..");
const CONFIG = path.join(ROOT, "wrangler.toml");

/** Where local data lie: `STATE_DIR`, absolute or below the project. */
export const stateDir = () => path.resolve(ROOT, process.env["STATE_DIR"] ?? ".wrangler/state");

export type Store = { db: Db; media: R2Bucket; sessions: KVNamespace; close(): Promise<void> };

/**
 * Opens the local database and bucket, or with `remote` the deployed ones of wrangler.toml (asks for a login).
 * @throws Error with the way on, if a restore of the database was broken off and `allowUnfinishedRestore` does not allow for it.
 */
export async function openStore({ remote = false, allowUnfinishedRestore = false } = {}): Promise<Store> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database; MEDIA: R2Bucket; SESSIONS: KVNamespace }>({
    configPath: remote ? remoteConfig() : CONFIG,
    // The folder below which `wrangler --persist-to` keeps its data too.
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
 * The local runtime closes a connection that was idle for five seconds, and to prepare statements through it holds Node up
 * for as long as it takes. One turn lets Node see what was closed, so that the batch takes a connection that is open.
 */
const batchOf =
  (d1: D1Database) =>
  async <T>(statements: D1PreparedStatement[]) => {
    await setImmediate();
    return d1.batch<T>(statements);
  };

/** Applies the migrations that are missing. */
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

/** wrangler.toml with its database and bucket marked as the deployed ones. */
function remoteConfig(): string {
  const { account_id, d1_databases, r2_buckets, name, compatibility_date } = unstable_readConfig({ config: CONFIG });
  const config = {
    name,
    // Where it is missing, wrangler asks or takes the one account of the login.
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
