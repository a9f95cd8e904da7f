import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { unstable_readConfig } from "wrangler";
import { expect, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const secrets = parseEnv(read(".dev.vars.example"));

test("the button describes variables, secrets and resources that exist, and all that a person must set", () => {
  const { cloudflare } = JSON.parse(read("package.json")) as { cloudflare: { bindings: object } };
  const config = unstable_readConfig({ config: path.join(ROOT, "wrangler.toml") });
  const bindings = [...config.d1_databases, ...config.kv_namespaces, ...config.r2_buckets, ...config.queues.producers!];
  const known = new Set([
    ...Object.keys(config.vars),
    ...Object.keys(secrets),
    ...bindings.map(({ binding }) => binding),
  ]);
  const described = Object.keys(cloudflare.bindings);
  expect(described.filter((name) => !known.has(name))).toEqual([]);
  expect(described.toSorted()).toEqual([...known].toSorted());
});

test("no key stands in the example, because all copies would share it", () => {
  expect(Object.values(secrets).every((value) => value === "")).toBe(true);
  expect(secrets).not.toHaveProperty("SECRET_KEY");
});
