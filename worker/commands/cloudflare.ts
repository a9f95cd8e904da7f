import { execFileSync } from "node:child_process";
import { BaseDatabase } from "cloudflare/resources/d1/database/database";
import { BaseDomains } from "cloudflare/resources/workers/domains";
import { createClient } from "cloudflare/tree-shakable";
import { ROOT } from "./bindings.ts";

// Cloudflare's client, for the few calls that Wrangler has no command for: queries with parameters, read replication, and
// who has a domain.
const connect = (credentials: { apiToken: string } | { apiKey: string; apiEmail: string }) =>
  createClient({
    resources: [BaseDatabase, BaseDomains] as const,
    apiToken: null,
    apiKey: null,
    apiEmail: null,
    ...credentials,
    ...(process.env["CLOUDFLARE_API_BASE_URL"] && { baseURL: process.env["CLOUDFLARE_API_BASE_URL"] }),
  });

/**
 * Opens the client with CLOUDFLARE_API_TOKEN or with the sign-in of `wrangler login`, which Wrangler renews.
 * @throws Error if nobody is signed in.
 */
export function openCloudflare(): ReturnType<typeof connect> {
  const apiToken = process.env["CLOUDFLARE_API_TOKEN"];
  if (apiToken) return connect({ apiToken });
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const output = execFileSync("wrangler", ["auth", "token", "--json"], { cwd: ROOT, stdio, encoding: "utf8" });
  const found = JSON.parse(output) as { token: string } | { key: string; email: string };
  return connect("key" in found ? { apiKey: found.key, apiEmail: found.email } : { apiToken: found.token });
}
