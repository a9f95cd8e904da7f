import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { localVariables } from "../worker/commands/local-variables.ts";

const DEV_PORT = 5173;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  server: { port: DEV_PORT, strictPort: true },
  build: { outDir: "../dist", emptyOutDir: true },
  plugins: [
    react(),
    cloudflare({
      configPath: "../wrangler.toml",
      persistState: { path: path.resolve(import.meta.dirname, "..", process.env["STATE_DIR"] ?? ".wrangler/state") },
      inspectorPort: false,
      config: (config) => {
        // "vite" tells the Worker to let Vite's inline scripts through; a build carries none of this.
        if (command === "serve")
          Object.assign((config.vars ??= {}), localVariables(`http://localhost:${DEV_PORT}`), { LOCAL: "vite" });
      },
    }),
  ],
}));
