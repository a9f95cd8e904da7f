declare namespace Cloudflare {
  interface Env {
    /** Bound by tests/vitest.config.ts. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    SECRET_KEY: string;
    LOCAL: string;
    FUZZ_RUNS: string;
    TRIP_DELAYS: string;
  }
}
