import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isWorkersDevHost } from "../../config/hosts.ts";
import { ROOT } from "../bindings.ts";
import { writePlainMigrations } from "../plain-migrations.ts";
import { configFile, deployed, type Environment } from "./environment.ts";
import type { Found } from "./resources.ts";

const NAMES = new Set(["database_name", "bucket_name", "service", "queue", "dead_letter_queue"]);

type Settings = Record<string, unknown>;

export const shareConfigFile = (environment: string) => deployed(`${environment}-share.json`);

/**
 * Writes the configurations of both Workers: what was built, with the names and answers of the environment.
 * @param ids of what exists. Wrangler makes the rest, by its name.
 */
export function writeConfigs(
  environment: Environment,
  { account, vars, ids }: { account: string; vars: Settings; ids: Found["ids"] },
): void {
  const file = configFile(environment.name);
  const migrations = deployed("migrations");
  mkdirSync(path.dirname(file), { recursive: true });
  writePlainMigrations(migrations);
  const write = (to: string, config: Settings) => writeFileSync(to, `${JSON.stringify(config, null, 2)}\n`);
  const share = readBuilt("share", environment);
  write(shareConfigFile(environment.name), { ...share, name: environment.shareWorker, account_id: account });
  const directory = readBuilt("directory", environment);
  const host = new URL(vars["SITE_URL"] as string).hostname;
  write(file, {
    ...directory,
    name: environment.worker,
    account_id: account,
    vars: { ...(directory["vars"] as Settings), ...vars },
    ...(isWorkersDevHost(host)
      ? { workers_dev: true }
      : { workers_dev: false, routes: [{ pattern: host, custom_domain: true }] }),
    d1_databases: [
      { binding: "DB", database_name: environment.database, database_id: ids.database, migrations_dir: migrations },
    ],
    kv_namespaces: [{ binding: "SESSIONS", id: ids.sessions }],
  });
}

/** Reads what the build says about a Worker. Its paths are relative to the folder that it is in. */
function readBuilt(worker: string, environment: Environment): Settings {
  const folder = path.join(ROOT, "dist", worker);
  return JSON.parse(readFileSync(path.join(folder, "wrangler.json"), "utf8"), (key, value: unknown) => {
    if (key === "configPath" || key === "userConfigPath") return undefined;
    if (NAMES.has(key)) return environment.rename(value as string);
    if (key === "main" || key === "directory") return path.join(folder, value as string);
    return key === "namespace_id" ? ownNamespace(value as string, environment) : value;
  }) as Settings;
}

/**
 * Counters of rate limits belong to a number that the whole account shares, so another environment has other numbers:
 * https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/
 */
function ownNamespace(id: string, { name }: Environment): string {
  if (name === "production") return id;
  const offset = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 10_000, 7);
  return String(Number(id) + 10_000 * (1 + offset));
}
