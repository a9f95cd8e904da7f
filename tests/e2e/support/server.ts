import type { TestProject } from "vitest/node";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { browserPath } from "../../support/browser.ts";
import { startLocalServer } from "../../support/local-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    baseUrl: string;
  }
}

/** The demo directory, with a stand-in for Google, served for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked before any test opens it.
  await browserPath();
  process.env["GOOGLE_STAND_IN"] = "1";
  const server = await startLocalServer((store) => loadDemo(store, Date.now()));
  project.provide("baseUrl", server.url);
  return () => server.stop();
}
