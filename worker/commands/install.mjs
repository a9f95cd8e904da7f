// Plain JavaScript, because it runs before anything is installed, on any Node.js from 20 on: installs what the lock
// file says where it is missing or older than the lock file.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const lock = path.join(root, "package-lock.json");
const installed = path.join(root, "node_modules/.package-lock.json");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.info("Installing what package-lock.json says …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
}
