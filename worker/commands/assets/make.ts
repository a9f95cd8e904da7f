import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../bindings.ts";
import { assets } from "./all.ts";

// npm run assets: makes the drawn files of web/ from packages and from the drawings in this folder.
for (const [file, content] of Object.entries(await assets())) {
  const target = path.join(ROOT, "web", file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  console.info(`web/${file}: ${Buffer.byteLength(content)} bytes`);
}
