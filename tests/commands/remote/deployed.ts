import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { writePlainMigrations } from "#worker/commands/plain-migrations.ts";
import { EMPTY } from "../deploy/stand-in/state.ts";

type Statement = { sql: string; params?: (string | number | null)[] };
type Fault = { status: number; message: string; headers?: Record<string, string>; isAfter?: boolean; if?: RegExp };

/**
 * Databases of an account, behind the call of Cloudflare's API that runs queries:
 * https://developers.cloudflare.com/api/resources/d1/subresources/database/methods/query/
 */
export async function useDatabases(...names: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "deployed-"));
  const databases = new Map(names.map((name) => [randomUUID() as string, { name, db: migrated(folder) }]));
  const faults: Fault[] = [];
  const statuses: number[] = [];

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const at = faults.findIndex((fault) => !fault.if || fault.if.test(body));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    const played = fault && !fault.isAfter ? undefined : play(request, body);
    const status = fault?.status ?? (played instanceof Error ? 400 : 200);
    const message = fault?.message ?? (played instanceof Error ? played.message : "");
    statuses.push(status);
    response.writeHead(status, { "Content-Type": "application/json", ...fault?.headers });
    const errors = status === 200 ? [] : [{ code: 7500, message }];
    response.end(JSON.stringify({ success: status === 200, errors, messages: [], result: played ?? null }));
  });

  function play({ url = "" }: IncomingMessage, body: string) {
    const { db } = databases.get(url.split("/").at(-2)!)!;
    const asked = JSON.parse(body) as Statement & { batch?: Statement[] };
    db.exec("BEGIN");
    try {
      const results = (asked.batch ?? [asked]).map(({ sql, params = [] }) => ({
        success: true,
        meta: {},
        results: db.prepare(sql).all(...params),
      }));
      db.exec("COMMIT");
      return results;
    } catch (error) {
      db.exec("ROLLBACK");
      return error as Error;
    }
  }

  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  const listed = [...databases].map(([uuid, { name }]) => ({ uuid, name, migrations: [] }));
  writeFileSync(path.join(folder, "state.json"), JSON.stringify({ ...EMPTY, databases: listed }));
  writeFileSync(path.join(folder, "calls"), "");
  const env = {
    PATH: `${path.join(ROOT, "tests/commands/deploy/stand-in")}:${process.env["PATH"]}`,
    STAND_IN: folder,
    DEPLOY_DIR: folder,
    CLOUDFLARE_API_TOKEN: "token",
    CLOUDFLARE_ACCOUNT_ID: EMPTY.accounts[0]!.id,
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return {
    env,
    folder,
    faults,
    statuses,
    rowsOf: (name: string, query: string) =>
      [...databases.values()]
        .find((one) => one.name === name)!
        .db.prepare(query)
        .all(),
  };
}

/** A database as `wrangler d1 migrations apply` leaves it. */
function migrated(folder: string): DatabaseSync {
  const migrations = path.join(folder, "migrations");
  writePlainMigrations(migrations);
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TEXT)");
  for (const name of readdirSync(migrations).toSorted()) {
    db.exec(readFileSync(path.join(migrations, name), "utf8"));
    db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  }
  return db;
}
