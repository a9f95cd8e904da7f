import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "#worker/commands/bindings.ts";
import { listUploadedModules } from "../support/deployed-modules.ts";

export type SizeFigures = { name: string; gzipBytes: number };

const gzipped = (data: Uint8Array | string) => gzipSync(data).byteLength;

/** Measures the first visit to the home page, and all modules of the Worker. */
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
    {
      name: "Worker, whole upload",
      gzipBytes: (await listUploadedModules()).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0),
    },
  ];
}
