import path from "node:path";
import { createBuilder } from "vite";
import { ROOT } from "./bindings.ts";

/** Builds the Worker and the browser code into `dist`. Vite's `build()` would build only the browser code. */
export async function buildSite(): Promise<void> {
  const builder = await createBuilder({ configFile: path.join(ROOT, "vite.config.ts"), logLevel: "warn" });
  await builder.buildApp();
}
