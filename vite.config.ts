import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import type { Unstable_Config } from "wrangler";
import { defineConfig, type EnvironmentOptions } from "vite";
import { BROWSERS } from "./web/browsers.ts";
import { localVariables } from "./worker/commands/local-variables.ts";

const LOCAL_ENTRY = path.resolve(import.meta.dirname, "worker/local.ts");
const SHARE_ENTRY = path.resolve(import.meta.dirname, "worker/share/index.ts");
const DEV_PORT = Number(process.env["PORT"] || 5173);

/** Function names stay, because logs and SDKs use them. Local runs start with modules that the deployed Worker loads late. */
const WORKER: EnvironmentOptions = {
  build: {
    minify: true,
    rolldownOptions: { output: { keepNames: true }, checks: { ineffectiveDynamicImport: false } },
  },
};

type WorkerConfig = Pick<Unstable_Config, "compatibility_date" | "compatibility_flags" | "limits">;
const ofBothWorkers = ({ compatibility_date, compatibility_flags, limits }: WorkerConfig) => ({
  compatibility_date,
  compatibility_flags,
  ...(limits && { limits }),
});

export default defineConfig(({ command }) => ({
  root: path.resolve(import.meta.dirname, "web"),
  server: { port: DEV_PORT, strictPort: true },
  build: { outDir: "../dist", emptyOutDir: true },
  environments: {
    directory: WORKER,
    local: WORKER,
    share: WORKER,
    client: {
      build: {
        target: Object.entries(BROWSERS).map(([name, version]) => name + version),
        // Browsers without `modulepreload` load the same files a little later.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What each document loads shares no file with the app. The app and all that it imports are one file.
                { name: "start", test: /\/web\/index\.html/, priority: 2 },
                { name: "app", test: /\/web\/entry\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    react(),
    cloudflare({
      configPath: "../wrangler.toml",
      persistState: { path: path.resolve(import.meta.dirname, process.env["STATE_DIR"] ?? ".wrangler/state") },
      inspectorPort: false,
      config: (config) => {
        if (command !== "build") {
          config.main = LOCAL_ENTRY;
          Object.assign((config.vars ??= {}), localVariables(`http://localhost:${DEV_PORT}`), { HOT_RELOAD: "1" });
        }
      },
      auxiliaryWorkers: [
        {
          viteEnvironment: { name: "share" },
          config: (_, { entryWorkerConfig: { services = [], ...entry } }) => ({
            name: services.find(({ binding }) => binding === "SHARE")!.service,
            main: SHARE_ENTRY,
            ...ofBothWorkers(entry),
            workers_dev: false,
            preview_urls: false,
            observability: entry.observability,
          }),
        },
        ...(command === "build"
          ? [
              {
                config: (_: object, { entryWorkerConfig }: { entryWorkerConfig: WorkerConfig }) => ({
                  name: "local",
                  main: LOCAL_ENTRY,
                  ...ofBothWorkers(entryWorkerConfig),
                }),
              },
            ]
          : []),
      ],
    }),
  ],
}));
