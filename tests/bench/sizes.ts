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
  const scripts = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]!));
  const scriptSizes = await Promise.all(
    [...scripts].map(async (file) => gzipped(await readFile(path.join(ROOT, "dist/client", file)))),
  );
  const [styles = ""] = /<style>.*<\/style>/s.exec(html) ?? [];
  return [
    { name: "home page, scripts", gzipBytes: scriptSizes.reduce((sum, size) => sum + size, 0) },
    { name: "home page, HTML with its styles", gzipBytes: gzipped(html) },
    { name: "the styles in it", gzipBytes: gzipped(html) - gzipped(html.replace(styles, "")) },
    {
      name: "Worker, whole upload",
      gzipBytes: (await listUploadedModules()).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0),
    },
  ];
}
