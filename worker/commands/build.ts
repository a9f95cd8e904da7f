import path from "node:path";
import { createBuilder } from "vite";
import { ROOT } from "./bindings.ts";

/** Builds the Worker and the browser code into `dist`, like `vite build`. Vite's `build()` builds the browser code only. */
export async function buildSite(): Promise<void> {
  const builder = await createBuilder({ configFile: path.join(ROOT, "web/vite.config.ts"), logLevel: "warn" });
  await builder.buildApp();
}
