import { execFileSync } from "node:child_process";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { ROOT } from "#worker/commands/bindings.ts";
import { browserPath } from "../../support/browser.ts";
import { fillWithSuperuser } from "./fill.ts";
import { type TestServer, startTestServer } from "./test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    served: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // With the values of Vitest, Vite would build for tests.
  const env = { ...process.env, NODE_ENV: "production", VITEST: "" };
  execFileSync(path.join(ROOT, "node_modules/.bin/vite"), ["build", "web", "--logLevel", "warn"], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  // Unpacks Chromium before the time of a test counts.
  await browserPath();
  process.env["GOOGLE_STAND_IN"] = "1";
  const { served, stop } = await startTestServer(fillWithSuperuser);
  project.provide("served", served);
  return stop;
}
