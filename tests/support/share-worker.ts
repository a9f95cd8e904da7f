import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";
import { shareFonts } from "#worker/commands/share-fonts.ts";
import { shareWorker as startedFrom } from "#worker/commands/share-worker.ts";

const FOLDER = path.join(ROOT, "node_modules/.cache/share-worker");

/** The Worker of share images, from its source. Only the first request starts it. */
export function shareWorker() {
  let worker: Promise<ReturnType<typeof startedFrom>> | undefined;
  return {
    fetch: async (request: Request) => (await (worker ??= start())).fetch(request),
    stop: async () => (await worker)?.stop(),
  };
}

async function start() {
  for (const [name, content] of Object.entries(await shareFonts())) {
    const file = path.join(FOLDER, "fonts", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const config = path.join(FOLDER, "wrangler.json");
  writeFileSync(
    config,
    JSON.stringify({
      name: "share",
      main: path.join(ROOT, "worker/share/index.ts"),
      compatibility_date: "2026-10-01",
      compatibility_flags: ["nodejs_compat"],
      assets: { directory: "fonts", binding: "FONTS", html_handling: "none", not_found_handling: "none" },
    }),
  );
  return startedFrom(config);
}
