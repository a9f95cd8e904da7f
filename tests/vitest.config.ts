import path from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./support/memory-folder.ts";
import { hideHarmlessOutput } from "./support/runtime-output.ts";

const root = path.join(import.meta.dirname, "..");
hideHarmlessOutput();
keepTemporaryFilesInMemory();
// For all processes below: Wrangler's 15 MB are compiled once, and not by each command and each file.
process.env["NODE_COMPILE_CACHE"] ??= path.join(root, "node_modules/.cache/compiled");

export default defineConfig({
  root,
  test: {
    // Of two cores Vitest would use one; browsers wait much.
    maxWorkers: 3,
    // Files share what they import, and leave behind no state that others see.
    isolate: false,
    projects: [
      {
        root,
        // Many packages name sources of their files that they do not ship, and Vite would warn of each.
        logLevel: "error",
        plugins: [
          // Read at each start of the runtime, so that a changed migration is seen.
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations(path.join(root, "migrations")),
                SECRET_KEY: "key-of-the-tests",
                LOCAL: "1",
                FUZZ_RUNS: process.env["FUZZ_RUNS"] ?? "",
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/worker/support/setup.ts"],
          // Two shared cores may take long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        // Pure functions of the Worker, which need nothing of its runtime.
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        root,
        test: { name: "node", include: ["tests/{web,commands,specification,faults}/**/*.test.{ts,tsx}"] },
      },
      {
        root,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["./tests/e2e/support/server.ts"],
          // A browser test that fails prints what its page shows, and runs once more. The report names it: `retry x1`.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
