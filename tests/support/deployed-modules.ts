import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { ROOT } from "#worker/commands/bindings.ts";

const CONFIG = path.join(ROOT, "dist/directory/wrangler.json");
const run = promisify(execFile);

export type Module = { name: string; text: string; gzipBytes: number };

/**
 * Returns the modules that Wrangler would upload, without source maps. Wrangler compresses all modules as one, so the size
 * that it reports is a little smaller than the sum of `gzipBytes`.
 */
export async function listUploadedModules(): Promise<Module[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "upload-"));
  try {
    await run("wrangler", ["deploy", "--dry-run", "--config", CONFIG, "--outdir", folder], { cwd: ROOT });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !/\.map$|^README\.md$/.test(entry.name));
    return await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const content = await readFile(path.join(parentPath, name));
        return { name, text: content.toString(), gzipBytes: gzipSync(content).byteLength };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
