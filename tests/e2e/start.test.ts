// @module-tag long
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore, ROOT } from "#worker/commands/bindings.ts";
import { createListings, type NewListing } from "#worker/features/sites/save/create.ts";
import { createMigratedState } from "../support/command.ts";
import { findFreePort } from "../support/free-port.ts";
import { loadSharedImage } from "./support/shared-image.ts";

/** The second Worker reads a font for its name. */
const JAPANESE: NewListing = {
  name: "サイボウズ",
  link: "https://kintone.example/",
  description: "業務アプリを作成できる",
  category: "business_tools",
  review: "active",
  alternatives: [],
  createdAt: Date.now(),
};

test("npm start serves the build, hides the output of the runtime, and stops on a signal", async () => {
  await createMigratedState();
  const store = await openStore();
  const [slug] = await createListings(store.db, [JAPANESE], { ownerId: null });
  await store.close();
  const port = await findFreePort();
  const env = { ...process.env, PORT: `${port}`, BUILD: "0", DEMO: "0" };
  const program = spawn(process.execPath, [path.join(ROOT, "worker/commands/start.ts")], { cwd: ROOT, env });
  onTestFinished(() => void program.kill("SIGKILL"));
  const exit = once(program, "exit");
  const said = { stdout: "", stderr: "" };
  const isServed = Promise.withResolvers<void>();
  for (const stream of ["stdout", "stderr"] as const) {
    program[stream].on("data", (chunk: Buffer) => {
      said[stream] += chunk.toString();
      if (said.stdout.includes("Press Ctrl+C to stop")) isServed.resolve();
    });
  }
  await Promise.race([isServed.promise, exit]);
  expect(said.stderr).toBe("");
  expect(said.stdout).toContain(`The directory      http://localhost:${port}/\n`);
  const page = await fetch(`http://localhost:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<h1")]);
  const image = await loadSharedImage(new URL(slug!, `http://localhost:${port}`));
  expect(image).toMatchObject({ status: 200, type: "image/png", width: 1200, height: 630 });

  program.kill("SIGTERM");
  await exit;
  expect(said.stderr).toBe("");
});
