// Plain JavaScript, because it runs before anything is installed, on any Node.js: installs what the lock file says where
// it is missing or older than the lock file.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const lock = path.join(root, "package-lock.json");
const installed = path.join(root, "node_modules/.package-lock.json");

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node.js 20 or newer is needed, and this is ${process.version}.`);

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.info("Installing what package-lock.json says …");
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  } catch {
    fail("npm could not install everything; what it said is above. Run the same command again once that is mended.");
  }
}
