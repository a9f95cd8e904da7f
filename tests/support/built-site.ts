import { execFileSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";

const SOURCES = ["schema", "web", "worker", "vite.config.ts", "wrangler.toml", "package-lock.json"];
/** Written after a build that succeeded. Vite empties the folder before each build. */
const STAMP = path.join(ROOT, "dist/built");
/** The build writes into folders of this name. */
const isWritten = (file: string) => file.split(path.sep).includes(".wrangler");

/** Builds the site, unless the last build is newer than all sources. */
export function requireBuiltSite(): void {
  const built = changedAt(STAMP);
  const isOld = SOURCES.some((source) => newestIn(path.join(ROOT, source)) > built);
  if (!isOld) return;
  // With the values of Vitest, Vite would build for tests.
  const env = { ...process.env, NODE_ENV: "production", VITEST: "" };
  execFileSync(path.join(ROOT, "node_modules/.bin/vite"), ["build", "--logLevel", "error"], { cwd: ROOT, env });
  writeFileSync(STAMP, "");
}

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestIn(source: string): number {
  if (!statSync(source).isDirectory()) return changedAt(source);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => !isWritten(file));
  return Math.max(changedAt(source), ...files.map((file) => changedAt(path.join(source, file))));
}
