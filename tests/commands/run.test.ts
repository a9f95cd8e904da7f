import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";

let root: string;

/** A project with only the script and a lock file. `run` adds a fake npm. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "install-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, "worker/commands"), { recursive: true });
  await mkdir(path.join(root, "node_modules"));
  await copyFile(path.join(ROOT, "worker/commands/run.mjs"), path.join(root, "worker/commands/run.mjs"));
  await writeFile(path.join(root, "package-lock.json"), "{}");
});

/** Runs a command with a fake npm: `npm` is its shell script. */
async function run(npm: string, ...command: string[]) {
  await writeFile(path.join(root, "npm"), `#!/bin/sh\necho "$@" >> "${root}/asked"\n${npm}\n`);
  await chmod(path.join(root, "npm"), 0o755);
  const env = { ...process.env, PATH: `${root}:${process.env["PATH"]}` };
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [path.join(root, "worker/commands/run.mjs"), ...command], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    );
  });
}

const INSTALLS = 'touch "$(dirname "$0")/node_modules/.package-lock.json"';

test("a failed installation prints no stack, and the next command installs again", async () => {
  const failed = await run("echo 'npm error network' >&2; exit 1", "echo", "never");
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("npm error network\nnpm could not install the packages. Its error is above.");
  expect(failed.output).not.toMatch(/\n\s+at |never/);

  expect((await run(INSTALLS, "true")).code).toBe(0);
  const later = new Date(Date.now() + 60_000);
  await utimes(path.join(root, "node_modules/.package-lock.json"), later, later);
  expect((await run("exit 1", "true")).code).toBe(0);
  expect((await readFile(path.join(root, "asked"), "utf8")).trim().split("\n")).toHaveLength(2);
});

test("a command runs with the installed Node.js, gets its arguments, and returns its exit code", async () => {
  const brings = `${INSTALLS}; printf '#!/bin/sh\necho "installed node: $@"; exit 3' > "${root}/node"; chmod +x "${root}/node"`;
  const first = await run(brings, "node", "a.ts", "two words");
  expect(first.output).toMatch(/installed node: a\.ts two words\n$/);
  expect(first.code).toBe(3);
  expect((await run("exit 1", "true && node", "last")).output).toBe("installed node: last\n");
});
