import path from "node:path";
import { unstable_startWorker } from "wrangler";
import { ROOT, stateDir } from "./bindings.ts";
import { localVariables } from "./local-variables.ts";
import { startShareWorker } from "./share-worker.ts";
import { isExpectedNoise, withoutRuntimeStack } from "./runtime-log-filter.ts";

export type Server = { url: string; stateDir: string; stop(): Promise<void> };

/** Serves `dist` with the local Workers runtime and its D1, KV and R2. Port 0 picks a free port. */
export async function serve({ port }: { port: number }): Promise<Server> {
  const variables = localVariables(`http://localhost:${port}`);
  const share = await startShareWorker(path.join(ROOT, "dist/share/wrangler.json"));
  const worker = await unstable_startWorker({
    config: path.join(ROOT, "dist/directory/wrangler.json"),
    entrypoint: path.join(ROOT, "dist/local/index.js"),
    bindings: {
      ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { type: "plain_text", value }])),
      SHARE: { type: "fetcher", fetcher: share.fetch },
    },
    dev: {
      server: { hostname: "localhost", port },
      // Otherwise requests would have the host name of the configured routes instead of localhost.
      inferOriginFromRoutes: false,
      inspector: false,
      watch: false,
      persist: stateDir(),
      logLevel: "error",
      structuredLogsHandler: ({ level, message }: { level: string; message: string }) => {
        if ((level === "error" || level === "warn") && !isExpectedNoise(message))
          console.error(withoutRuntimeStack(message));
      },
    },
  });
  await worker.ready;
  const url = await worker.url;
  const stop = async () => {
    await Promise.all([worker.dispose(), share.stop()]);
  };
  return { url: url.href, stateDir: stateDir(), stop };
}
