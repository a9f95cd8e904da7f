import path from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

test("Cloudflare keeps what the Worker logs, and no URLs of requests", () => {
  const { observability } = unstable_readConfig({ config: path.join(import.meta.dirname, "../../wrangler.toml") });
  expect(observability).toMatchObject({
    enabled: true,
    redact_query_string: true,
    logs: { enabled: true, invocation_logs: false },
  });
});
