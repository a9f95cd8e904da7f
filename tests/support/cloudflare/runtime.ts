import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from "miniflare";
import type { Account, Binding, Script, Version } from "./account.ts";

export type Statement = { sql: string; params: unknown[] };
export type QueryResult = {
  columns?: string[];
  rows?: unknown[][];
  results?: Record<string, unknown>[];
  meta: Record<string, unknown>;
};
type WorkerOptions = Extract<V4MiniflareOptions, { workers: unknown[] }>["workers"][number];

/** Runs statements as one transaction. The API's answers come from here, so that Workers and the API see the same rows. */
const STORAGE = `export default {
  async fetch(request, env) {
    const { database, statements, raw } = await request.json();
    const db = env[database];
    const prepared = statements.map(({ sql, params }) => db.prepare(sql).bind(...params));
    try {
      if (raw && prepared.length === 1) {
        const [columns, ...rows] = await prepared[0].raw({ columnNames: true });
        return Response.json({ results: [{ columns, rows, meta: {} }] });
      }
      return Response.json({ results: await db.batch(prepared) });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

/** Runs the uploaded Workers and holds their data, in the local Workers runtime. It starts with the first use. */
export class Runtime {
  readonly #accounts: Account[];
  readonly #folder = mkdtemp(path.join(tmpdir(), "cloudflare-"));
  #miniflare: Miniflare | undefined;
  #isCurrent = false;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #databaseFiles = new Map<string, string>();
  #snapshots = 0;

  constructor(accounts: Account[]) {
    this.#accounts = accounts;
  }

  /** Resources or deployments changed. The next use takes them over. */
  changed(): void {
    this.#isCurrent = false;
  }

  /**
   * Runs the statements as one transaction.
   * @throws Error with SQLite's message.
   */
  async query(database: string, statements: Statement[], { raw = false } = {}): Promise<QueryResult[]> {
    const miniflare = await this.#current();
    const worker = await miniflare.getWorker("storage");
    const body = JSON.stringify({ database, statements, raw });
    const response = await worker.fetch("http://storage", { method: "POST", body });
    const answer = (await response.json()) as { results?: QueryResult[]; error?: string };
    if (answer.results) return answer.results;
    throw new Error(answer.error?.replace(/^D1_ERROR: /, ""));
  }

  /** Sends a request of the internet to the Worker of its host. */
  async fetch(url: string, init: { method: string; headers: [string, string][]; body?: Uint8Array }) {
    const miniflare = await this.#current();
    return miniflare.dispatchFetch(url, { ...init, redirect: "manual" });
  }

  /** Copies the file of a database. Returns the path of the copy. */
  async snapshot(database: string): Promise<string> {
    const file = await this.#databaseFile(database);
    this.#snapshots += 1;
    const copy = path.join(await this.#folder, `snapshot-${this.#snapshots}`);
    await this.#stop();
    await cp(file, copy);
    return copy;
  }

  /** Puts the copy in the place of the database. */
  async restore(database: string, copy: string): Promise<void> {
    const file = await this.#databaseFile(database);
    await this.#stop();
    await Promise.all(["-wal", "-shm"].map((end) => rm(file + end, { force: true })));
    await cp(copy, file);
  }

  async stop(): Promise<void> {
    await this.#stop();
    await rm(await this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #stop(): Promise<void> {
    await this.#turn;
    await this.#miniflare?.dispose();
    this.#miniflare = undefined;
    this.#isCurrent = false;
  }

  /** The runtime with the newest resources. One call at a time changes it. */
  async #current(): Promise<Miniflare> {
    const turn = this.#turn.then(async () => {
      if (this.#miniflare && this.#isCurrent) return this.#miniflare;
      this.#isCurrent = true;
      const options = await this.#options();
      if (this.#miniflare) await this.#miniflare.setOptions(options);
      else this.#miniflare = new Miniflare(options);
      await this.#miniflare.ready;
      return this.#miniflare;
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #options() {
    const folder = await this.#folder;
    const all = <T>(of: (account: Account) => T[]) => this.#accounts.flatMap(of);
    const same = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, id]));
    const storage: WorkerOptions = {
      name: "storage",
      modules: [{ type: "ESModule", path: "storage.mjs", contents: STORAGE }],
      compatibilityDate: "2026-10-01",
      d1Databases: same(all(({ databases }) => databases.map(({ uuid }) => uuid))),
      kvNamespaces: same(all(({ namespaces }) => namespaces.map(({ id }) => id))),
      r2Buckets: same(all((account) => account.buckets.map(({ name }) => bucketId(account, name)))),
    };
    const workers = await Promise.all(
      all((account) => account.scripts.map((script) => this.#worker(account, script, folder))),
    );
    return convertV4MiniflareOptions({
      workers: [storage, ...workers.flat()],
      resourcePersistencePath: path.join(folder, "data"),
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => undefined,
    });
  }

  async #worker(account: Account, script: Script, folder: string): Promise<WorkerOptions[]> {
    const version = deployedVersion(script);
    if (!version) return [];
    const bindings = (type: string) => version.bindings.filter((binding) => binding.type === type);
    const record = <T>(type: string, of: (binding: Binding) => T) =>
      Object.fromEntries(bindings(type).map((binding) => [binding.name, of(binding)]));
    const consumed = account.queues.flatMap(({ queue_name, consumers }) =>
      consumers.filter(({ script: own }) => own === script.name).map((consumer) => [queue_name, consumer] as const),
    );
    return [
      {
        name: workerName(account, script.name),
        modules: [
          ...version.modules.filter(({ name }) => name === version.main),
          ...version.modules.filter(({ name }) => name !== version.main),
        ].map(({ name, type, content }) => ({
          type: MODULE_TYPES[type]!,
          path: name,
          contents: contentOf(type, content),
        })),
        modulesRoot: "/",
        compatibilityDate: version.metadata["compatibility_date"] as string,
        compatibilityFlags: (version.metadata["compatibility_flags"] ?? []) as string[],
        routes: hostsOf(account, script).map((host) => `${host}/*`),
        bindings: {
          ...record("plain_text", ({ text }) => text),
          ...record("secret_text", ({ text }) => text),
          ...record("json", ({ json }) => json),
          ...record("version_metadata", () => ({ id: version.id, tag: "", timestamp: version.created_on })),
        },
        d1Databases: record("d1", ({ id, database_id }) => String(database_id ?? id)),
        kvNamespaces: record("kv_namespace", ({ namespace_id }) => String(namespace_id)),
        r2Buckets: record("r2_bucket", ({ bucket_name }) => bucketId(account, String(bucket_name))),
        queueProducers: record("queue", ({ queue_name }) => ({ queueName: String(queue_name) })),
        queueConsumers: Object.fromEntries(
          consumed.map(([name, { settings, dead_letter_queue }]) => [
            name,
            {
              ...(settings["batch_size"] !== undefined && { maxBatchSize: Number(settings["batch_size"]) }),
              ...(settings["max_wait_time_ms"] !== undefined && {
                maxBatchTimeout: Number(settings["max_wait_time_ms"]) / 1000,
              }),
              ...(settings["max_retries"] !== undefined && { maxRetries: Number(settings["max_retries"]) }),
              ...(dead_letter_queue && { deadLetterQueue: dead_letter_queue }),
            },
          ]),
        ),
        serviceBindings: record("service", ({ service }) => workerName(account, String(service))),
        ratelimits: record("ratelimit", ({ namespace_id, simple }) => ({
          namespace_id: String(namespace_id),
          simple: simple as { limit: number; period: 10 | 60 },
        })),
        analyticsEngineDatasets: record("analytics_engine", ({ dataset }) => ({ dataset: String(dataset) })),
        email: { send_email: bindings("send_email").map(({ name }) => ({ name })) },
        ...(bindings("images")[0] && { images: { binding: bindings("images")[0]!.name } }),
        ...(version.assets && { assets: await writeAssets(account, version, path.join(folder, "assets", version.id)) }),
        // No request leaves this machine.
        outboundService: () => new Response("The stand-in of Cloudflare has no internet.", { status: 502 }) as never,
      } as WorkerOptions,
    ];
  }

  /** The local runtime names files of databases by a hash, so the file that a first query makes is the one. */
  async #databaseFile(database: string): Promise<string> {
    const known = this.#databaseFiles.get(database);
    if (known) return known;
    const marker = `_stand_in_${database.replaceAll("-", "")}`;
    await this.query(database, [{ sql: `CREATE TABLE IF NOT EXISTS ${marker} (x)`, params: [] }]);
    await this.#stop();
    const folder = path.join(await this.#folder, "data");
    const { DatabaseSync } = await import("node:sqlite");
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".sqlite"));
    const found = files.find((file) => {
      const copy = new DatabaseSync(path.join(folder, file));
      try {
        const row = copy.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(marker);
        copy.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        if (row) copy.exec(`DROP TABLE ${marker}`);
        return Boolean(row);
      } finally {
        copy.close();
      }
    });
    const file = path.join(folder, found!);
    this.#databaseFiles.set(database, file);
    return file;
  }
}

/** The media types of modules: workers-sdk, deploy-helpers, create-worker-upload-form.ts */
const MODULE_TYPES: Record<string, "ESModule" | "CommonJS" | "CompiledWasm" | "Text" | "Data"> = {
  "application/javascript+module": "ESModule",
  "application/javascript": "CommonJS",
  "application/wasm": "CompiledWasm",
  "text/plain": "Text",
  "application/octet-stream": "Data",
};
export const isModuleType = (type: string): boolean => type in MODULE_TYPES;

const contentOf = (type: string, content: Buffer) =>
  /javascript|text/.test(type) ? content.toString() : new Uint8Array(content);

const workerName = (account: Account, script: string) => `${account.id.slice(0, 8)}-${script}`;
const bucketId = (account: Account, name: string) => `${account.id.slice(0, 8)}-${name}`;

/** The version with most of the traffic. */
export function deployedVersion({ versions, deployments }: Script): Version | undefined {
  const [first] = (deployments[0]?.versions ?? []).toSorted((a, b) => b.percentage - a.percentage);
  return versions.find(({ id }) => id === first?.version_id);
}

/** The host names that reach a Worker. */
export function hostsOf(account: Account, script: Script): string[] {
  const own = account.domains.filter(({ service }) => service === script.name).map(({ hostname }) => hostname);
  const onWorkersDev = script.subdomain.enabled && account.subdomain;
  return [...own, ...(onWorkersDev ? [`${script.name}.${account.subdomain}.workers.dev`] : [])];
}

async function writeAssets(account: Account, { assets, bindings }: Version, directory: string) {
  const { manifest, config } = assets!;
  const binding = bindings.find(({ type }) => type === "assets")?.name;
  await mkdir(directory, { recursive: true });
  await Promise.all(
    Object.entries(manifest).map(async ([name, { hash }]) => {
      const file = path.join(directory, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, account.assets.get(hash)!.content);
    }),
  );
  const { run_worker_first, html_handling, not_found_handling } = config;
  return {
    directory,
    ...(binding && { binding }),
    run_worker_first,
    assetConfig: { html_handling, not_found_handling },
  };
}
