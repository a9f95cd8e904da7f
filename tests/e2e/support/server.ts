import type { TestProject } from "vitest/node";
import { requireBuiltSite } from "../../support/built-site.ts";
import { fillServer } from "./fill.ts";
import { type TestServer, startTestServer } from "./test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    served: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  requireBuiltSite();
  process.env["GOOGLE_STAND_IN"] = "1";
  const { served, stop } = await startTestServer(fillServer);
  project.provide("served", served);
  return stop;
}
