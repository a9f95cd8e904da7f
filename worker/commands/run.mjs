// node worker/commands/run.mjs COMMAND [ARGUMENT…]: installs the packages of package-lock.json if they are missing or
// older than that file, then runs the command. It is JavaScript without packages, because it runs before the installation.
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
  fail(`This needs Node.js 20 or newer, and you have ${process.version}. Install a newer one: https://nodejs.org`);

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.info("Installing the packages of package-lock.json …");
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  } catch {
    fail("npm could not install the packages. Its error is above. Fix it, then run the same command again.");
  }
}

const [command, ...given] = process.argv.slice(2);
// `exec` replaces the shell by the command, so that signals reach the command. npm's shell remembers the old path of
// `node`. A new shell finds the one that the installation adds in node_modules.
const line = command.includes(" ") ? command : `exec ${command}`;
const child = spawn("sh", ["-c", `${line} "$@"`, "sh", ...given], { stdio: "inherit" });
const stop = () => child.kill("SIGTERM");
process.once("SIGTERM", stop);
// A terminal also sends SIGINT to the command, so this process only waits until the command ends.
process.on("SIGINT", () => {});
// If npm is stopped, it does not always pass the signal on. The parent process id changes then.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 1000).unref();
child.once("exit", (code) => process.exit(code ?? 1));
