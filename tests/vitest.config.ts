import path from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { unstable_readConfig } from "wrangler";
import { BROWSER_ARGUMENTS, browserPath } from "./support/browser.ts";
import { shareWorker } from "./support/share-worker.ts";
import { keepTemporaryFilesInMemory } from "./support/memory-folder.ts";
import { hideHarmlessOutput } from "./support/runtime-output.ts";

const share = shareWorker();
const root = path.join(import.meta.dirname, "..");
hideHarmlessOutput();
keepTemporaryFilesInMemory();
// Child processes share compiled code. Otherwise each would compile the 15 MB of Wrangler again.
process.env["NODE_COMPILE_CACHE"] ??= path.join(root, "node_modules/.cache/compiled");

/** For each project. No test is about time, so the limits only end one that hangs. Mocks do not reach the next test. */
const EACH = { testTimeout: 240_000, hookTimeout: 240_000, restoreMocks: true };

export default defineConfig({
  root,
  test: {
    // On two cores, Vitest uses one worker by default. Two are faster. Three are slower, because each imports the whole app.
    maxWorkers: 2,
    // Test files share imported modules, so no file may leave state in them.
    isolate: false,
    // `npm test` leaves out long tests, except journeys.
    tags: [
      { name: "long", description: "Only `npm run test:all` runs it." },
      {
        name: "journey",
        description: "A main way through a screen, or what only a browser shows: `npm test` runs it.",
      },
    ],
    projects: [
      {
        root,
        // Hides warnings about source maps that packages do not ship.
        logLevel: "error",
        plugins: [
          { name: "share-worker", closeBundle: share.stop },
          // A function, so that changed migrations take effect in watch mode.
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations(path.join(root, "migrations")),
                SECRET_KEY: "key-of-the-tests",
                LOCAL: "1",
                MAIL_DAILY_LIMIT: "0",
                QUEUE_CONSUMERS: unstable_readConfig({ config: path.join(root, "wrangler.toml") }).queues.consumers!,
                FUZZ_RUNS: process.env["FUZZ_RUNS"] ?? "",
              },
              serviceBindings: { SHARE: share.fetch },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["./tests/worker/support/setup.ts"],
          ...EACH,
        },
      },
      {
        root,
        // Pure functions of the Worker.
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], ...EACH },
      },
      {
        root,
        // The Worker in Node.js, with D1 in memory: the long test of payments runs ten times as fast.
        resolve: {
          alias: Object.fromEntries(
            ["workers", "test"].map((name) => [
              `cloudflare:${name}`,
              path.join(root, `tests/money/runtime/cloudflare-${name}.ts`),
            ]),
          ),
        },
        test: { name: "money", include: ["tests/money/**/*.test.ts"], ...EACH },
      },
      {
        root,
        test: {
          name: "node",
          include: ["tests/{web,commands}/**/*.test.{ts,tsx}"],
          ...EACH,
        },
      },
      {
        root,
        // Components of the app in Chromium, with answers of the API that each test gives.
        plugins: [react()],
        // A package that Vite finds during a test would reload the page.
        optimizeDeps: { entries: ["web/entry.tsx"] },
        test: {
          name: "components",
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: ["./tests/components/support/setup.ts"],
          // One page a file: its modules keep state, such as who is signed in.
          isolate: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await browserPath(), args: BROWSER_ARGUMENTS },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: "chromium" }],
          },
          ...EACH,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        root,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["./tests/e2e/support/server.ts"],
          ...EACH,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
