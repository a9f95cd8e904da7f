// node worker/commands/run.mjs COMMAND [ARGUMENT…]: installs what the lock file says if it is missing or older than the
// lock file, then runs the command with it. Plain JavaScript, because it runs before anything is installed, on any Node.js.
import { execFileSync, spawn } from "node:child_process";
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

const [command, ...given] = process.argv.slice(2);
// One program takes the shell's place, so that signals reach it. The shell is of its own because npm's remembers where
// `node` was before there was one in node_modules.
const line = command.includes(" ") ? command : `exec ${command}`;
const child = spawn("sh", ["-c", `${line} "$@"`, "sh", ...given], { stdio: "inherit" });
const stop = () => child.kill("SIGTERM");
process.once("SIGTERM", stop);
// The terminal tells the command, too.
process.on("SIGINT", () => {});
// npm, when it is told to stop, does not always tell what it runs.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 1000).unref();
child.once("exit", (code) => process.exit(code ?? 1));
