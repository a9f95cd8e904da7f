import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../bindings.ts";
import { type Account, type Permission, SAYS_NOT_ALLOWED } from "./cloudflare.ts";
import { configFile, type Environment, shareConfigFile } from "./environment.ts";
import { isWorkersDevHost } from "../../config/hosts.ts";

type Ids = { database?: string; sessions?: string };
type Settings = Record<string, unknown>;
type Named = Record<string, string> & { [key: string]: unknown };

/** What the build says about a Worker. Its paths are relative to the folder that it is in. */
type BuiltConfig = {
  main: string;
  assets?: { directory: string };
  vars: Settings;
  d1_databases: Named[];
  kv_namespaces: Named[];
  r2_buckets: Named[];
  services: Named[];
  ratelimits: Named[];
  queues: { producers: Named[]; consumers: Named[] };
};

/**
 * Writes the configurations of both Workers: what was built, with the names, ids and answers of the environment. Operators
 * use the file, too: `npx wrangler … --config .deploy/production.json`.
 */
export function writeConfigs(
  account: string,
  environment: Environment,
  { vars, origin, ids }: { vars: Settings; origin: string; ids: Ids },
): void {
  const share = readBuilt("share");
  const directory = readBuilt("directory");
  const { rename } = environment;
  mkdirSync(path.dirname(configFile(environment.name)), { recursive: true });
  const write = (file: string, config: Settings) => writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`);
  write(shareConfigFile(environment.name), { ...share, name: environment.shareWorker, account_id: account });
  write(configFile(environment.name), {
    ...directory,
    name: environment.worker,
    account_id: account,
    vars: { ...directory.vars, ...vars },
    // Without a terminal, wrangler takes a host from other DNS records and Workers (publishCustomDomains), so the API
    // gives the domain: resources.ts
    routes: undefined,
    workers_dev: isWorkersDevHost(new URL(origin).hostname),
    d1_databases: directory.d1_databases.map((database) => ({
      ...database,
      database_name: environment.database.name,
      database_id: ids.database,
      migrations_dir: path.join(ROOT, "migrations"),
    })),
    kv_namespaces: directory.kv_namespaces.map((namespace) => ({ ...namespace, id: ids.sessions })),
    r2_buckets: directory.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: environment.bucket })),
    services: directory.services.map((service) => ({ ...service, service: rename(service["service"]!) })),
    queues: {
      producers: directory.queues.producers.map((one) => ({ ...one, queue: rename(one["queue"]!) })),
      consumers: directory.queues.consumers.map((one) => ({
        ...one,
        queue: rename(one["queue"]!),
        ...(one["dead_letter_queue"] && { dead_letter_queue: rename(one["dead_letter_queue"]) }),
      })),
    },
    ratelimits: directory.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: ownNamespace(limit["namespace_id"]!, environment),
    })),
  });
}

function readBuilt(worker: string): BuiltConfig {
  const folder = path.join(ROOT, "dist", worker);
  const built = JSON.parse(readFileSync(path.join(folder, "wrangler.json"), "utf8")) as BuiltConfig;
  return {
    ...built,
    main: path.join(folder, built.main),
    ...(built.assets && { assets: { ...built.assets, directory: path.join(folder, built.assets.directory) } }),
  };
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

/**
 * Runs wrangler without questions, and returns what it printed.
 * @throws Error with wrangler's own error message, or one that names the missing permission.
 */
export async function runWrangler(
  account: Account,
  permission: Permission,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn("wrangler", args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CI: "1",
      FORCE_COLOR: "0",
      CLOUDFLARE_ACCOUNT_ID: account.id,
      WRANGLER_SEND_METRICS: "false",
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const stop = () => child.kill();
  process.once("exit", stop);
  const [code] = (await once(child, "close")) as [number | null];
  process.off("exit", stop);
  output = stripVTControlCharacters(output);
  if (code === 0) return output;
  const message = /\[ERROR\] ([\s\S]+?)\s*(?:\n *If you think this is a bug|\n *🪵|$)/u.exec(output)?.[1] ?? output;
  if (SAYS_NOT_ALLOWED.test(message)) throw await account.explainRefusal(permission);
  throw new Error(message.replaceAll(/\n\s*/g, "\n").trim());
}

/** Identifies what was built for the Worker that draws images of shared links: the same files have the same tag. */
export function tagOfShare(): string {
  const folder = path.join(ROOT, "dist/share");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash("sha256");
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted())
    hash.update(`${path.relative(folder, file)}\n`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 20);
}

/**
 * Uploads a Worker and makes it what visitors get.
 * @param secrets are added to the secrets that the Worker has.
 * @param tag is kept with the version.
 * @returns the id of the new version.
 */
export async function upload(
  account: Account,
  config: string,
  { secrets = {}, tag }: { secrets?: Record<string, string>; tag?: string } = {},
): Promise<string> {
  return withPrivateFolder(async (folder) => {
    const result = path.join(folder, "result.jsonl");
    const args = ["deploy", "--config", config, ...(tag === undefined ? [] : ["--tag", tag])];
    if (Object.keys(secrets).length > 0) {
      const file = path.join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      args.push("--secrets-file", file);
    }
    await runWrangler(account, "workers", args, { WRANGLER_OUTPUT_FILE_PATH: result });
    const entries = readFileSync(result, "utf8").trim().split("\n");
    const deployed = entries.map((line) => JSON.parse(line) as { type: string; version_id?: string });
    return deployed.find(({ type }) => type === "deploy")!.version_id!;
  });
}

/** Only this user can read the folder. It is removed in any case, also if a signal ends the process. */
async function withPrivateFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "deploy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** Applies the missing migrations to the deployed database `DB` of a configuration. */
export const applyMigrations = (account: Account, config: string) =>
  runWrangler(account, "d1", ["d1", "migrations", "apply", "DB", "--remote", "--config", config]);

/** Makes an earlier version what visitors get. */
export function rollBack(account: Account, { name, worker }: Environment, version: string): Promise<string> {
  const reason = ["--yes", "--message", "A check of the new version failed"];
  const args = ["rollback", version, "--name", worker, "--config", configFile(name), ...reason];
  return runWrangler(account, "workers", args);
}
