import path from "node:path";
import { createTestHarness } from "wrangler";
import { ROOT, type Store } from "#worker/commands/bindings.ts";
import { localVariables } from "#worker/commands/local-variables.ts";
import { connect } from "#worker/db/connection.ts";
import type { Bindings } from "#worker/env.ts";
import { retryIfClosed } from "./retry-if-closed.ts";
import { startSignInServer } from "./sign-in.ts";

/** Where the product is served, and where a test signs people in without its screens. */
export type TestServer = { url: string; signInUrl: string };

/** The Worker of local runs, with the bindings and files of the one that is deployed. */
const workerAt = (origin: string) => ({
  workers: [
    {
      configPath: path.join(ROOT, "dist/directory/wrangler.json"),
      prebuiltWorkerDir: path.join(ROOT, "dist/local"),
      vars: { ...localVariables(origin), NO_INTERNET: "1" },
    },
  ],
});

/** The built product with data of its own in memory, filled by `fill`, which may be called again. */
export async function startTestServer(
  fill: (store: Store) => Promise<unknown>,
): Promise<{ served: TestServer; stop(): Promise<void> }> {
  const server = createTestHarness(workerAt("http://localhost"));
  const { url } = await server.listen();
  // The address of the server is one of its variables.
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
      signIn.close();
      await server.close();
    },
  };
}
