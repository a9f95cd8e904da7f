import path from "node:path";
import { createTestHarness, type TestHarness } from "wrangler";
import { ROOT, type Store } from "#worker/commands/bindings.ts";
import { localVariables } from "#worker/commands/local-variables.ts";
import { connect } from "#worker/db/connection.ts";
import type { Bindings } from "#worker/env.ts";
import { retryIfClosed } from "./retry-if-closed.ts";
import { startSignInServer } from "./sign-in.ts";

/** `signInUrl` is the URL of the server that creates sessions (`startSignInServer`). */
export type TestServer = { url: string; signInUrl: string };

const workerAt = (origin: string) => ({
  workers: [
    {
      configPath: path.join(ROOT, "dist/directory/wrangler.json"),
      prebuiltWorkerDir: path.join(ROOT, "dist/local"),
      vars: localVariables(origin),
    },
    { configPath: path.join(ROOT, "dist/share/wrangler.json") },
  ],
});

/** Starts the built product with its own data in memory. `fill` adds data and may run twice. */
export async function startTestServer(
  fill: (store: Store) => Promise<unknown>,
): Promise<{ served: TestServer; stop(): Promise<void> }> {
  const server = createTestHarness(workerAt("http://localhost"));
  const { url } = await server.listen();
  // The variables of the server contain its URL, which is known only now.
  await server.update(workerAt(url.origin));
  const worker = server.getWorker<Bindings>();
  await retryIfClosed(() => worker.applyD1Migrations("DB"));
  const env = await worker.getEnv();
  const store = { db: connect(env.DB), media: env.MEDIA, sessions: env.SESSIONS, close: () => Promise.resolve() };
  await retryIfClosed(() => fill(store));
  const signIn = await startSignInServer(env);
  return {
    served: { url: url.href, signInUrl: signIn.url },
    async stop() {
      printErrors(server.getLogs());
      signIn.close();
      await server.close();
    },
  };
}

/** A failing test rarely says why the server failed. Its own lines do. */
function printErrors(logs: ReturnType<TestHarness["getLogs"]>): void {
  for (const { level, message } of logs) if (level === "error") console.error(`The server logged: ${message}`);
}
