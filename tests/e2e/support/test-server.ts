import { globSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { ROOT, type Store } from "#worker/commands/bindings.ts";
import { localVariables } from "#worker/commands/local-variables.ts";
import { connect } from "#worker/db/connection.ts";
import type { Bindings } from "#worker/env.ts";
import { retryIfClosed } from "./retry-if-closed.ts";
import { startSignInServer } from "./sign-in.ts";

/** `signInUrl` is the URL of the server that creates sessions (`startSignInServer`). */
export type TestServer = { url: string; signInUrl: string };

const MODULE_TYPES = { js: "ESModule", bin: "Data", wasm: "CompiledWasm" } as const;

/** A Worker with the configuration in `dist/{config}` and the code in `dist/{code}`. */
function workerOptions(config: string, code: string, variables: Record<string, string> = {}) {
  const configPath = path.join(ROOT, "dist", config, "wrangler.json");
  const { modulesRules: _, bindings, ...options } = unstable_getMiniflareWorkerOptions(configPath).workerOptions;
  const consumers = options.queueConsumers as Record<string, { maxBatchTimeout: number }> | undefined;
  for (const consumer of Object.values(consumers ?? {}))
    consumer.maxBatchTimeout = Math.min(consumer.maxBatchTimeout, 1);
  const modulesRoot = path.join(ROOT, "dist", code);
  const modules = Object.entries(MODULE_TYPES).flatMap(([ending, type]) =>
    // The main module comes first.
    [`index.${ending}`, `assets/*.${ending}`].flatMap((pattern) =>
      globSync(path.join(modulesRoot, pattern)).map((file) => ({ type, path: file })),
    ),
  );
  return { ...options, modulesRoot, modules, bindings: { ...(bindings as object), ...variables } };
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Applies all migrations, and notes in D1's own table that they are applied. */
async function applyMigrations(db: Bindings["DB"]): Promise<void> {
  await db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  const folder = path.join(ROOT, "migrations");
  for (const name of globSync("*.sql", { cwd: folder }).toSorted()) {
    const statements = unstable_splitSqlQuery(readFileSync(path.join(folder, name), "utf8"));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}

/**
 * Starts the built product with its own data in memory. `fill` adds data and may run twice. The browser talks to the local
 * runtime itself: Wrangler's proxy in front of it fails a POST if the runtime has just closed the idle connection.
 */
export async function startTestServer(
  fill: (store: Store) => Promise<unknown>,
): Promise<{ served: TestServer; stop(): Promise<void> }> {
  const errors: string[] = [];
  // The variables of the server contain its URL.
  const port = await freePort();
  const server = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port,
      handleStructuredLogs: ({ level, message }) => void (level === "error" && errors.push(message)),
      workers: [
        { name: "directory", ...workerOptions("directory", "local", localVariables(`http://127.0.0.1:${port}`)) },
        { name: "directory-share", ...workerOptions("share", "share") },
      ],
    }),
  );
  const url = await server.ready;
  const env = await server.getBindings<Bindings>("directory");
  await applyMigrations(env.DB);
  const store = { db: connect(env.DB), media: env.MEDIA, sessions: env.SESSIONS, close: () => Promise.resolve() };
  await retryIfClosed(() => fill(store));
  const signIn = await startSignInServer(env);
  return {
    served: { url: url.href, signInUrl: signIn.url },
    async stop() {
      // A failing test rarely says why the server failed. Its own lines do.
      for (const message of errors) console.error(`The server logged: ${message}`);
      signIn.close();
      await server.dispose();
    },
  };
}
