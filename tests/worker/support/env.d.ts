declare namespace Cloudflare {
  interface Env {
    /** Bound by tests/vitest.config.ts. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    SECRET_KEY: string;
    LOCAL: string;
    QUEUE_CONSUMERS: { queue: string; max_retries?: number; max_batch_timeout?: number; dead_letter_queue?: string }[];
    FUZZ_RUNS: string;
  }
}
