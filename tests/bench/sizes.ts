import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { ROOT } from "#worker/commands/bindings.ts";

export type SizeFigures = { name: string; gzipBytes: number };

const gzipped = (data: Uint8Array | string) => gzipSync(data).byteLength;

/** What a first visit to the home page loads, and the upload of the Worker as wrangler reports it. */
export async function measureSizes(base: string): Promise<SizeFigures[]> {
  const html = await (await fetch(base)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
  const sizeOf = async (ending: string) => {
    const matching = new Set(files.filter((file) => file.endsWith(ending)));
    const sizes = await Promise.all(
      [...matching].map(async (file) => gzipped(await readFile(path.join(ROOT, "dist/client", file)))),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return [
    { name: "home page, scripts", gzipBytes: await sizeOf(".js") },
    { name: "home page, styles", gzipBytes: await sizeOf(".css") },
    { name: "home page, HTML", gzipBytes: gzipped(html) },
    { name: "Worker", gzipBytes: await uploadBytes() },
  ];
}

async function uploadBytes(): Promise<number> {
  const args = ["deploy", "--dry-run", "--config", path.join(ROOT, "dist/directory/wrangler.json")];
  const { stdout } = await promisify(execFile)("wrangler", args, { cwd: ROOT, maxBuffer: 10_000_000 });
  const kib = /gzip: ([\d.]+) KiB/.exec(stdout)?.[1];
  if (!kib) throw new Error("wrangler did not say how large the upload is.");
  return Number(kib) * 1024;
}
