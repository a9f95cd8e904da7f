import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { play, type State } from "./state.ts";

// A stand-in for the `wrangler` executable: the commands of `npm run deploy`, with what they do to an account.
// Documentation: https://developers.cloudflare.com/workers/wrangler/commands/ and the pages below.

type Config = {
  name: string;
  limits?: object;
  routes?: { pattern: string }[];
  d1_databases: { database_name: string; database_id?: string; migrations_dir: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  r2_buckets: { bucket_name: string }[];
  services: { service: string }[];
  queues: { producers: { queue: string }[]; consumers: { queue: string }[] };
};

const args = process.argv.slice(2);
const valueOf = (flag: string) => args[args.indexOf(flag) + 1]!;
const readConfig = () => JSON.parse(readFileSync(valueOf("--config"), "utf8")) as Config;

const COMMANDS: Record<string, (state: State) => string> = {
  whoami: ({ accounts }) => JSON.stringify({ accounts }),
  // https://developers.cloudflare.com/d1/wrangler-commands/
  "d1 list": ({ databases }) => JSON.stringify(databases),
  "d1 create": ({ databases }) => {
    const [name, region] = [args[2]!, valueOf("--location")];
    if (databases.some((one) => one.name === name))
      throw new Error("A database with that name already exists [code: 7502]");
    databases.push({ uuid: randomUUID(), name, region, migrations: [] });
    return "";
  },
  "d1 migrations apply": ({ databases }) => {
    const [{ database_id: id, migrations_dir: folder }] = readConfig().d1_databases as [Config["d1_databases"][0]];
    databases.find(({ uuid }) => uuid === id)!.migrations = readdirSync(folder).toSorted();
    return "";
  },
  "d1 execute": ({ hasSuperuser }) => JSON.stringify([{ results: hasSuperuser ? [{ 1: 1 }] : [] }]),
  // https://developers.cloudflare.com/kv/reference/kv-commands/
  "kv namespace list": ({ namespaces }) => JSON.stringify(namespaces),
  // https://developers.cloudflare.com/queues/reference/wrangler-commands/
  "queues create": ({ queues }) => {
    if (queues.includes(args[2]!)) throw new Error(`Queue name '${args[2]}' is already taken. [code: 11009]`);
    queues.push(args[2]!);
    return "";
  },
  // https://developers.cloudflare.com/email-service/reference/wrangler-commands/
  "email sending list": ({ mailDomains }) =>
    Object.entries(mailDomains).reduce((rows, row) => `${rows}│ ${row.join(" │ ")} │ tag │\n`, ""),
  "email sending enable": ({ mailDomains }) => {
    mailDomains[args[3]!] = "yes";
    return `Email Sending enabled for ${args[3]} (enabled: true)`;
  },
  // https://developers.cloudflare.com/workers/configuration/versions-and-deployments/
  "deployments status": ({ workers }) => {
    const worker = workers[valueOf("--name")];
    if (!worker) throw new Error("This Worker does not exist on your account. [code: 10007]");
    return JSON.stringify({ versions: [{ version_id: worker.current, percentage: 100 }] });
  },
  "secret list": ({ workers }) => {
    const worker = workers[valueOf("--name")];
    if (!worker) throw new Error(`Worker "${valueOf("--name")}" not found.`);
    return JSON.stringify(Object.keys(worker.secrets).map((name) => ({ name, type: "secret_text" })));
  },
  rollback: ({ workers }) => (workers[readConfig().name]!.current = args[1]!),
  deploy,
};

/** As Wrangler, it makes what the configuration names: `provisionBindings` and `ensureQueuesExistByConfig` in its source. */
function deploy(state: State): string {
  const config = readConfig();
  // https://developers.cloudflare.com/workers/platform/limits/: a limit of processor time needs Workers Paid.
  if (state.isFree && config.limits) throw new Error("CPU limits are not supported for the Free plan. [code: 100328]");
  const name = process.env["WRANGLER_CI_OVERRIDE_NAME"] ?? config.name;
  const known = state.workers[name];
  for (const { service } of config.services ?? [])
    if (!state.workers[service]) throw new Error(`Worker "${service}" was not found. [code: 10143]`);
  const produced = config.queues.producers.map(({ queue }) => queue);
  for (const { queue } of config.queues.consumers)
    if (!state.queues.includes(queue) && !produced.includes(queue)) throw new Error(`Queue "${queue}" does not exist.`);
  for (const { binding, id } of config.kv_namespaces ?? []) {
    const title = `${name}-${binding.toLowerCase()}`;
    if (id || known) continue;
    if (state.namespaces.some((one) => one.title === title)) throw new Error("This title is taken. [code: 10014]");
    state.namespaces.push({ id: randomUUID(), title });
  }
  for (const { database_id: id } of config.d1_databases ?? []) if (!id) throw new Error("The database has no region.");
  state.buckets = [...new Set([...state.buckets, ...(config.r2_buckets ?? []).map((one) => one.bucket_name)])];
  state.queues = [...new Set([...state.queues, ...produced])];
  const version = randomUUID();
  const secrets = args.includes("--secrets-file") ? readFileSync(valueOf("--secrets-file"), "utf8") : "{}";
  state.workers[name] = {
    current: version,
    secrets: { ...known?.secrets, ...(JSON.parse(secrets) as object) },
    ...(config.routes?.[0] && { domain: config.routes[0].pattern }),
  };
  return `Uploaded ${name}\nCurrent Version ID: ${version}\n`;
}

const command = Object.keys(COMMANDS).find((one) => `${args.join(" ")} `.startsWith(`${one} `));
try {
  if (!command) throw new Error(`Unknown argument: ${args.join(" ")}`);
  process.stdout.write(play(args.map((one) => path.basename(one)).join(" "), process.ppid, COMMANDS[command]!));
} catch (error) {
  process.stderr.write(`✘ [ERROR] ${(error as Error).message}\n`);
  process.exitCode = 1;
}
