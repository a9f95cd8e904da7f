import path from "node:path";
import { unstable_readConfig, type Unstable_Config } from "wrangler";
import { ROOT } from "../bindings.ts";

/**
 * Everything that belongs to one deployment, by name. `production` has the names of wrangler.toml. Another environment,
 * such as `staging`, has names of its own, so it shares nothing with production but the account.
 */
export type Environment = {
  name: string;
  worker: string;
  shareWorker: string;
  database: { name: string; id?: string };
  sessions: { name: string; id?: string };
  bucket: string;
  queues: string[];
  vars: Record<string, unknown>;
  /** Translates a name of wrangler.toml to this environment: `directory-media` to `directory-staging-media`. */
  rename(name: string): string;
};

/** The folder of the answers and of what the last deployment was configured with: absolute, or relative to the project. */
const deployDir = () => path.resolve(ROOT, process.env["DEPLOY_DIR"] ?? ".deploy");

export const answersFile = (environment: string) => path.join(deployDir(), `${environment}.env`);

/** The configuration of the deployed Worker, with real ids: `npx wrangler d1 … --config .deploy/production.json`. */
export const configFile = (environment: string) => path.join(deployDir(), `${environment}.json`);
export const shareConfigFile = (environment: string) => path.join(deployDir(), `${environment}-share.json`);

/** How a path is shown and typed: relative to the project if it is in it. */
export const shown = (file: string) => (path.relative(ROOT, file).startsWith("..") ? file : path.relative(ROOT, file));

/** The end of a command line that chooses the environment: ` --env staging`. */
export const flagOf = (environment: string) => (environment === "production" ? "" : ` --env ${environment}`);

const PLACEHOLDER = /^[0-]*$/;

/**
 * Reads wrangler.toml. An id in it is used for production unless it is a placeholder of zeros: a copy of this project
 * that the button "Deploy to Cloudflare" made has real ids.
 * @throws Error if the name of the environment cannot be part of the name of a Worker.
 */
export function readEnvironment(name: string): Environment {
  if (!/^[a-z][a-z0-9-]{0,20}$/.test(name))
    throw new Error(`--env takes a short name of lower-case letters, such as staging, but it is "${name}".`);
  const config: Unstable_Config = unstable_readConfig({ config: path.join(ROOT, "wrangler.toml") });
  const worker = config.name!;
  const rename = (text: string) => {
    if (name === "production") return text;
    return `${worker}-${name}${text.startsWith(worker) ? text.slice(worker.length) : `-${text}`}`;
  };
  const idOf = (id: string | undefined) => (name !== "production" || !id || PLACEHOLDER.test(id) ? {} : { id });
  const [database] = config.d1_databases;
  const [sessions] = config.kv_namespaces;
  const { producers = [], consumers = [] } = config.queues;
  const queues = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue: dead }) => [queue, dead]),
  ];
  return {
    name,
    worker: rename(worker),
    shareWorker: rename(config.services!.find(({ binding }) => binding === "SHARE")!.service),
    database: { name: rename(database!.database_name!), ...idOf(database!.database_id) },
    sessions: { name: `${rename(worker)}-sessions`, ...idOf(sessions!.id) },
    bucket: rename(config.r2_buckets[0]!.bucket_name!),
    queues: [...new Set(queues.filter((queue) => queue !== undefined).map(rename))],
    vars: config.vars,
    rename,
  };
}
