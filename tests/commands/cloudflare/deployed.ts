import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Cloudflare } from "../../support/cloudflare/start.ts";
import { call } from "./api.ts";

export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "remote-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function useEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

export async function createDatabases(cloudflare: Cloudflare, ...names: string[]): Promise<void> {
  for (const name of names) await call(cloudflare, "POST", "/d1/database", { name });
}

/** The rows of a deployed database, by the API. */
export async function rowsOf({ account, ...cloudflare }: Cloudflare, name: string, query: string): Promise<unknown[]> {
  const { uuid } = account.databases.find((one) => one.name === name)!;
  const place = `/d1/database/${uuid}/query`;
  const result = await call<{ results: unknown[] }[]>({ account, ...cloudflare }, "POST", place, { sql: query });
  return result[0]!.results;
}
