// @module-tag long
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore, ROOT } from "#worker/commands/bindings.ts";
import { readPort } from "#worker/commands/port.ts";
import { lockStateFolder } from "#worker/commands/state-folder.ts";
import { COMMAND_MS, createMigratedState, createEmptyState, runCommand } from "../support/command.ts";
import { findFreePort } from "../support/free-port.ts";

const freeEnv = async () => ({ PORT: String(await findFreePort()) });

test.each(["start", "dev"])(
  "%s on a port in use says at once which port it is, and how to use another one",
  { timeout: COMMAND_MS },
  async (command) => {
    await createEmptyState();
    const taken = createServer().listen(0);
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { code, output } = await runCommand(command, [], { PORT: String(port) });
    const script = { start: "npm start", dev: "npm run dev" }[command];
    expect(output).toBe(
      `Port ${port} is in use by another program. Use another port: PORT=${port + (port < 65_535 ? 1 : -1)} ${script}`,
    );
    expect(code).toBe(1);
  },
);

test.each(["abc", "0", "70000"])("the port %j is refused with a message", (typed) => {
  vi.stubEnv("PORT", typed);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => readPort(8787)).toThrow(
    `PORT must be a number from 1 to 65535, but it is "${typed}". Leave it out to use 8787.`,
  );
});

/** Starts a process that locks the folder until it is killed. */
async function holder() {
  const script = `
    import { lockStateFolder } from "./worker/commands/state-folder.ts";
    lockStateFolder("npm start");
    console.info("has it");
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: ROOT });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test(
  "commands that write refuse a data folder that a running server uses, until the server is killed",
  { timeout: COMMAND_MS },
  async () => {
    const state = await createEmptyState();
    const server = await holder();
    const env = await freeEnv();
    const runs: [script: string, run: ReturnType<typeof runCommand>][] = [
      ["npm start", runCommand("start", [], env)],
      ["npm run dev", runCommand("dev", [], env)],
      ["npm run migrate", runCommand("migrate")],
      ["npm run import", runCommand("import", ["sites.jsonl"])],
      ["npm run stripe:reconcile", runCommand("stripe-reconcile")],
    ];
    expect(await Promise.all(runs.map(([, run]) => run))).toEqual(
      runs.map(([script]) => ({
        code: 1,
        output:
          `\`npm start\` (process ${server.pid}) is using the data in ${state}. ` +
          `Stop it first, or use another folder: STATE_DIR=FOLDER ${script}`,
      })),
    );

    server.kill("SIGKILL");
    await once(server, "exit");
    expect(lockStateFolder("this test")).toBe(true);
  },
);

test("backup and staff work while a server is running", { timeout: COMMAND_MS }, async () => {
  const state = await createMigratedState();
  await holder();
  const { db, close } = await openStore();
  onTestFinished(close);
  const join = (id: number) =>
    db.run(`INSERT INTO users (id, email, created_at, updated_at) VALUES (${id}, '${id}@example.com', 1, 1)`);
  await join(1);
  // One after the other: SQLite may refuse one of two programs that open the same database at the same moment.
  expect(await runCommand("backup", [path.join(state, "backup.jsonl.gz")])).toEqual({
    code: 0,
    output: expect.stringMatching(/^Saved \d+ rows/),
  });
  expect(await runCommand("staff", ["list"])).toEqual({
    code: 0,
    output: "No account is staff yet. To add one: npm run staff -- add EMAIL",
  });
  await join(2);
  expect(await db.all("SELECT id FROM users")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a damaged database is reported with the next step", { timeout: COMMAND_MS }, async () => {
  const state = await createEmptyState();
  const folder = path.join(state, "v3/d1/miniflare-D1DatabaseObject");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "metadata.sqlite"), "no database".repeat(1000));
  const output =
    `The local data in ${state} is damaged and cannot be used. Rename that folder to keep a copy. ` +
    "Then run `npm start` to create a new database, or `npm run restore -- FILE.jsonl.gz` to restore a backup.";
  expect(await runCommand("start", [], await freeEnv())).toEqual({ code: 1, output });
  await holder();
  expect(await runCommand("staff", ["list"])).toEqual({ code: 1, output });
});
