import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { drawnFiles, IMAGES } from "./draw.ts";
import { drawings } from "./drawings.ts";

// npm run demo:images: draws the logos and screenshots of the demo listings.
const files = await drawnFiles(() => true);
await rm(IMAGES, { recursive: true, force: true });
await mkdir(IMAGES);
for (const [file, content] of Object.entries(files)) await writeFile(path.join(IMAGES, file), content);
// A test compares the drawings by this hash, because it takes half a minute to draw all.
const hash = createHash("sha256").update(JSON.stringify(drawings())).digest("hex");
await writeFile(path.join(IMAGES, "../images.sha256"), `${hash}\n`);
const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
console.info(`worker/commands/demo/images: ${Object.keys(files).length} files, ${bytes} bytes`);
