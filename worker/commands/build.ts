import path from "node:path";
import { createBuilder } from "vite";
import { ROOT } from "./bindings.ts";

/** Builds Worker and browser side into `dist`, as `vite build` does (Vite's `build()` would build the browser's alone). */
export async function buildSite(): Promise<void> {
  const builder = await createBuilder({ configFile: path.join(ROOT, "web/vite.config.ts"), logLevel: "warn" });
  await builder.buildApp();
}
