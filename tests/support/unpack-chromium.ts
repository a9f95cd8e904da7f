import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#worker/commands/bindings.ts";

const PACKAGE = path.join(ROOT, "node_modules/@sparticuz/chromium");
const CACHE = path.join(ROOT, "node_modules/.cache");

/**
 * Returns the path of Chromium, which is unpacked once into `cache`. Parallel calls are safe: each unpacks into a new
 * folder and renames it at the end. The package itself would use a half-unpacked file in the temporary folder.
 */
export async function unpackChromium(cache = CACHE): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, "package.json"), "utf8")) as { version: string };
  const folder = path.join(cache, `chromium-${version}`);
  const executable = path.join(folder, "chromium");
  if (existsSync(executable)) return executable;

  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    const unpack = `import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())`;
    const env = { ...process.env, TMPDIR: unfinished };
    await promisify(execFile)(process.execPath, ["--eval", unpack], { cwd: ROOT, env });
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(executable)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return executable;
}
