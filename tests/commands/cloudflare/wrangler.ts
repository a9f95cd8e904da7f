import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { type Cloudflare, type Options, startCloudflare } from "../../support/cloudflare/start.ts";

/** Starts a stand-in of Cloudflare for one test. */
export async function useCloudflare(options?: Options): Promise<Cloudflare> {
  const cloudflare = await startCloudflare(options);
  onTestFinished(() => cloudflare.stop());
  return cloudflare;
}

/** Runs the real wrangler against the stand-in. */
export function wrangler(
  cloudflare: Cloudflare,
  args: string[],
  { cwd = ROOT, input = "" } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...cloudflare.env, CI: "1", FORCE_COLOR: "0", WRANGLER_LOG_PATH: tmpdir() };
    const child = execFile(path.join(ROOT, "node_modules/.bin/wrangler"), args, { cwd, env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: (out + err).trim() });
    });
    child.stdin?.end(input);
  });
}

/** Writes a Worker that answers with `text`, its secret and a row of its database. Returns its folder. */
export async function writeWorker(text: string, config: Record<string, unknown> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "worker-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = `export default {
    async fetch(request, env) {
      const row = await env.DB?.prepare("SELECT count(*) AS n FROM notes").first();
      return Response.json({ text: ${JSON.stringify(text)}, secret: env.SECRET, rows: row?.n, version: env.VERSION?.id });
    },
  };`;
  await writeFile(path.join(folder, "index.js"), script);
  await writeFile(
    path.join(folder, "wrangler.json"),
    JSON.stringify({
      name: "tiny",
      main: "index.js",
      compatibility_date: "2026-10-01",
      version_metadata: { binding: "VERSION" },
      ...config,
    }),
  );
  return folder;
}
