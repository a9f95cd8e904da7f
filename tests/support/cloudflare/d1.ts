import { randomBytes } from "node:crypto";
import { type Api, ApiError, type Call, ok, page, permit } from "./api.ts";
import { type Database, newUuid, now } from "./account.ts";
import type { QueryResult, Statement } from "./runtime.ts";
import { splitAsD1 } from "./split-as-d1.ts";

/** developers.cloudflare.com/d1/configuration/data-location */
const REGIONS = new Set(["wnam", "enam", "weur", "eeur", "apac", "oc"]);
/** developers.cloudflare.com/d1/platform/limits */
const STATEMENT_BYTES = 100_000;
const PARAMETERS = 100;
const VALUE_BYTES = 2_000_000;
const DATABASES = { free: 10, paid: 50_000 };
const NAME = /^[a-z0-9A-Z][a-z0-9A-Z_-]{0,63}$/;

export function serveD1(api: Api): void {
  const root = "/accounts/:account/d1/database";
  api.use(`${root}/*`, permit("D1"));
  api.use(root, permit("D1"));

  api.get(root, (c) => {
    const name = c.req.query("name");
    return page(
      c,
      c
        .get("account")
        .databases.filter((one) => !name || one.name.includes(name))
        .map(shortly),
      1000,
    );
  });

  api.post(root, async (c) => {
    const { name, primary_location_hint: region, read_replication } = await readJson(c);
    const { databases, plan } = c.get("account");
    if (typeof name !== "string" || !NAME.test(name)) throw new ApiError(400, 7400, "The request is malformed: name");
    if (region !== undefined && !REGIONS.has(region as string))
      throw new ApiError(400, 7400, "The request is malformed: primary_location_hint");
    // Codes 7502 and 7406: workers-sdk, packages/wrangler/src/d1/create.ts
    if (databases.some((one) => one.name === name))
      throw new ApiError(400, 7502, `Database with name '${name}' already exists.`);
    if (databases.length >= DATABASES[plan])
      throw new ApiError(400, 7406, "The maximum number of D1 databases for this account has been reached.");
    const database: Database = {
      uuid: newUuid(),
      name,
      created_at: now(),
      version: "production",
      running_in_region: String(region ?? "enam").toUpperCase(),
      read_replication: { mode: modeOf(read_replication) ?? "disabled" },
      bookmarks: [],
    };
    databases.push(database);
    c.get("world").runtime.changed();
    return ok(c, whole(database));
  });

  api.get(`${root}/:id`, (c) => ok(c, whole(find(c))));

  api.on(["PUT", "PATCH"], `${root}/:id`, async (c) => {
    const database = find(c);
    const mode = modeOf((await readJson(c))["read_replication"]);
    if (!mode) throw new ApiError(400, 7400, "The request is malformed: read_replication");
    database.read_replication = { mode };
    return ok(c, whole(database));
  });

  api.delete(`${root}/:id`, (c) => {
    const { databases } = c.get("account");
    databases.splice(databases.indexOf(find(c)), 1);
    return ok(c, null);
  });

  api.post(`${root}/:id/query`, async (c) => {
    const results = await run(c, false);
    return ok(
      c,
      results.map(({ results: rows, meta }) => ({ results: rows ?? [], success: true, meta })),
    );
  });
  api.post(`${root}/:id/raw`, async (c) => {
    const results = await run(c, true);
    return ok(
      c,
      results.map(({ results: objects = [], columns = Object.keys(objects[0] ?? {}), rows, meta }) => ({
        results: { columns, rows: rows ?? objects.map((object) => Object.values(object)) },
        success: true,
        meta,
      })),
    );
  });

  // developers.cloudflare.com/d1/reference/time-travel
  api.get(`${root}/:id/time_travel/bookmark`, async (c) => {
    const { bookmarks, uuid } = find(c);
    const at = Date.parse(c.req.query("timestamp") ?? now());
    const known = bookmarks.findLast((one) => one.at <= at);
    if (c.req.query("timestamp") && !known) throw new ApiError(400, 7400, "No bookmark exists for this timestamp.");
    if (known && c.req.query("timestamp")) return ok(c, { bookmark: known.bookmark });
    const bookmark = [8, 8, 8, 32].map((digits) => randomBytes(digits / 2).toString("hex")).join("-");
    snapshots.set(bookmark, await c.get("world").runtime.snapshot(uuid));
    bookmarks.push({ bookmark, at: Date.now() });
    return ok(c, { bookmark });
  });
  api.post(`${root}/:id/time_travel/restore`, async (c) => {
    const database = find(c);
    const bookmark = c.req.query("bookmark") ?? "";
    const { runtime } = c.get("world");
    if (!database.bookmarks.some((one) => one.bookmark === bookmark))
      throw new ApiError(400, 7400, `Bookmark ${bookmark} is not valid for this database.`);
    const previous = `${bookmark.slice(0, -1)}-before`;
    snapshots.set(previous, await runtime.snapshot(database.uuid));
    await runtime.restore(database.uuid, snapshots.get(bookmark)!);
    database.bookmarks.push({ bookmark: previous, at: Date.now() });
    return ok(c, { bookmark, previous_bookmark: previous, message: "Database restored" });
  });
}

/** Paths of copies by bookmark. */
const snapshots = new Map<string, string>();

/** By id or name: workers-sdk, packages/wrangler/src/d1/utils.ts, getDatabaseByNameOrBinding. */
function find(c: Call): Database {
  const key = decodeURIComponent(c.req.param("id") ?? "");
  const database = c.get("account").databases.find(({ uuid, name }) => uuid === key || name === key);
  if (!database) throw new ApiError(404, 7404, `The database ${key} could not be found`);
  return database;
}

const shortly = ({ uuid, name, created_at, version }: Database) => ({ uuid, name, created_at, version });
const whole = ({ bookmarks: _, ...database }: Database) => ({ ...database, file_size: 0, num_tables: 0 });

const modeOf = (value: unknown): "auto" | "disabled" | undefined => {
  const mode = (value as { mode?: unknown } | undefined)?.mode;
  return mode === "auto" || mode === "disabled" ? mode : undefined;
};

async function readJson(c: Call): Promise<Record<string, unknown>> {
  try {
    return (await c.req.json()) as Record<string, unknown>;
  } catch {
    throw new ApiError(400, 7400, "The request is malformed: invalid JSON");
  }
}

/** Several statements, of `sql` or of `batch`, are one transaction: developers.cloudflare.com/api/resources/d1 */
async function run(c: Call, raw: boolean): Promise<QueryResult[]> {
  const database = find(c);
  const statements = statementsOf(await readJson(c));
  try {
    const results = await c.get("world").runtime.query(database.uuid, statements, { raw });
    const served = { served_by_region: database.running_in_region, served_by_primary: true };
    return results.map((result) => ({ ...result, meta: { ...result.meta, ...served } }));
  } catch (error) {
    throw new ApiError(400, 7500, (error as Error).message);
  }
}

function statementsOf(body: Record<string, unknown>): Statement[] {
  const given = Array.isArray(body["batch"]) ? (body["batch"] as Record<string, unknown>[]) : [body];
  const statements = given.flatMap(({ sql, params = [] }) => {
    if (typeof sql !== "string" || !Array.isArray(params)) throw new ApiError(400, 7400, "The request is malformed");
    const parts = splitAsD1(sql);
    if (parts.length > 1 && params.length > 0)
      throw new ApiError(400, 7500, "A prepared SQL statement must contain only one statement.");
    return parts.map((part) => ({ sql: part, params: params as unknown[] }));
  });
  if (statements.length === 0) throw new ApiError(400, 7500, "No SQL statements detected.");
  for (const { sql, params } of statements) {
    if (Buffer.byteLength(sql) > STATEMENT_BYTES) throw new ApiError(400, 7500, "statement too long: SQLITE_TOOBIG");
    if (params.length > PARAMETERS) throw new ApiError(400, 7500, "too many SQL variables: SQLITE_ERROR");
    if (params.some((value) => typeof value === "string" && Buffer.byteLength(value) > VALUE_BYTES))
      throw new ApiError(400, 7500, "string or blob too big: SQLITE_TOOBIG");
  }
  return statements;
}
