import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate, openStore, type Store } from "#worker/commands/bindings.ts";
import { serve } from "#worker/commands/serve.ts";
import { findFreePort } from "./free-port.ts";

export type LocalServer = { url: string; stop(): Promise<void> };

/** Starts the built product with its own data, which `fill` adds. `stop` deletes the data. */
export async function startLocalServer(fill: (store: Store) => Promise<unknown>): Promise<LocalServer> {
  const state = await mkdtemp(path.join(tmpdir(), "directory-"));
  process.env["STATE_DIR"] = state;
  migrate();
  const store = await openStore();
  await fill(store);
  await store.close();
  // The variables of the server contain its URL, so the port is chosen first.
  const server = await serve({ port: await findFreePort() });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}
