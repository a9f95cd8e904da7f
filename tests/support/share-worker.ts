import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";
import { startShareWorker } from "#worker/commands/share-worker.ts";

/** The Worker of share images, from its source. Only the first request starts it. */
export function shareWorker() {
  let started: ReturnType<typeof start> | undefined;
  return {
    fetch: async (request: Request) => (await (started ??= start())).worker.fetch(request),
    async stop() {
      if (!started) return;
      const { worker, folder } = await started;
      await worker.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function start() {
  const folder = await mkdtemp(path.join(tmpdir(), "share-"));
  const config = path.join(folder, "wrangler.json");
  const worker = {
    name: "share",
    main: path.join(ROOT, "worker/share/index.ts"),
    compatibility_date: "2026-10-01",
    compatibility_flags: ["nodejs_compat"],
  };
  await writeFile(config, JSON.stringify(worker));
  return { worker: await startShareWorker(config), folder };
}
