import path from "node:path";
import { unstable_readConfig, type Unstable_Config } from "wrangler";
import { ROOT } from "../bindings.ts";

/**
 * The names that belong to one deployment. `production` has those of wrangler.toml. Another environment, such as `staging`,
 * has names of its own, so it shares nothing with production but the account.
 */
export type Environment = ReturnType<typeof readEnvironment>;

/** The folder of the answers and of what was deployed: absolute, or relative to the project. */
export const deployed = (file: string) => path.resolve(ROOT, process.env["DEPLOY_DIR"] ?? ".deploy", file);
export const answersFile = (environment: string) => deployed(`${environment}.env`);
/** The configuration of the deployed Worker: `npx wrangler d1 … --config .deploy/production.json`. */
export const configFile = (environment: string) => deployed(`${environment}.json`);

/** How a path is shown and typed: relative to the project if it is in it. */
export const shown = (file: string) => (path.relative(ROOT, file).startsWith("..") ? file : path.relative(ROOT, file));

/** The end of a command line that chooses the environment: ` --env staging`. */
export const flagOf = (environment: string) => (environment === "production" ? "" : ` --env ${environment}`);

/** @throws Error if the name of the environment cannot be part of the name of a Worker. */
export function readEnvironment(name: string) {
  if (!/^[a-z][a-z0-9-]{0,20}$/.test(name))
    throw new Error(`--env takes a short name of lower-case letters, such as staging, but it is "${name}".`);
  const config: Unstable_Config = unstable_readConfig({ config: path.join(ROOT, "wrangler.toml") });
  const worker = config.name!;
  /** Translates a name of wrangler.toml to this environment: `directory-media` to `directory-staging-media`. */
  const rename = (text: string) => {
    if (name === "production") return text;
    return `${worker}-${name}${text.startsWith(worker) ? text.slice(worker.length) : `-${text}`}`;
  };
  const sessionsId = config.kv_namespaces[0]!.id!;
  return {
    name,
    worker: rename(worker),
    shareWorker: rename(config.services!.find(({ binding }) => binding === "SHARE")!.service),
    database: rename(config.d1_databases[0]!.database_name!),
    /** Wrangler gives a new namespace this name. */
    sessions: `${rename(worker)}-sessions`,
    /** Zeros are a placeholder. The button “Deploy to Cloudflare” writes a real id. */
    sessionsId: name === "production" && /[^0]/.test(sessionsId) ? sessionsId : undefined,
    bucket: rename(config.r2_buckets[0]!.bucket_name!),
    /** The queue that only a consumer names. Wrangler makes the others. */
    deadLetters: rename(config.queues.consumers!.find((one) => one.dead_letter_queue)!.dead_letter_queue!),
    vars: config.vars as Record<string, unknown>,
    rename,
  };
}
