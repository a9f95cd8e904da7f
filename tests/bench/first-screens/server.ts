import path from "node:path";
import { contentModulesOf, fillFirstScreens } from "./content.ts";

type Checkout = {
  requireBuiltSite: typeof import("../../support/built-site.ts").requireBuiltSite;
  startTestServer: typeof import("../../e2e/support/test-server.ts").startTestServer;
};
export type FirstScreensServer = { url: string; stop(): Promise<void> };

/** Serves the product of the checkout at `root`, with the content for all page kinds. It builds what is not built. */
export async function serveFirstScreens(root: string): Promise<FirstScreensServer> {
  const load = (file: string) => import(path.join(root, "tests", file)) as Promise<Checkout>;
  const { requireBuiltSite } = await load("support/built-site.ts");
  requireBuiltSite();
  const { startTestServer } = await load("e2e/support/test-server.ts");
  const modules = await contentModulesOf(root);
  const { served, stop } = await startTestServer((store) => fillFirstScreens(store, modules));
  return { url: served.url, stop };
}
