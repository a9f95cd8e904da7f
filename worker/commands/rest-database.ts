import { setTimeout } from "node:timers/promises";
import { APIError } from "cloudflare/error";
import type { openCloudflare } from "./cloudflare.ts";

// Cloudflare's API and not Wrangler's remote bindings: those start a preview Worker and need more permissions.

type Statement = { sql: string; params: unknown[] };

/**
 * Cloudflare's API takes 1,200 calls in five minutes, and refuses all for five minutes after that:
 * developers.cloudflare.com/fundamentals/api/reference/limits. 300 at once and one each 400 ms are at most 1,050.
 */
const CALLS_AT_ONCE = 300;
const PAUSE_MS = 400;

/** How long the refusal lasts if the answer does not say it. Other programs of the same person count, too. */
const BLOCKED_SECONDS = 300;
const MOST_ATTEMPTS = 3;

/** D1's API takes up to 30 seconds for a call: developers.cloudflare.com/d1/platform/limits. */
const TIMEOUT_MS = 60_000;

/**
 * A deployed database, with the methods of D1 that `connect` calls. It speaks D1's API, in which several statements are
 * one transaction, as in a Worker: developers.cloudflare.com/api/resources/d1/subresources/database/methods/query.
 * Reads are tried again after a lost connection. Writes are not: they may have taken effect. Both wait if the limit of calls
 * is reached.
 * @throws Error with SQLite's message if a statement fails. Then none of the call's statements took effect.
 */
export function restDatabase(
  client: ReturnType<typeof openCloudflare>,
  { account, id }: { account: string; id: string },
  { wait = waiting(), sleep = pause } = {},
): Pick<D1Database, "prepare" | "batch"> {
  const { database } = client.d1;

  async function send<T>(statements: Statement[]): Promise<D1Result<T>[]> {
    await wait();
    const [first] = statements;
    const body = statements.length === 1 ? first! : { batch: statements };
    const isRead = statements.every(({ sql }) => /^\s*SELECT\b/i.test(sql));
    const options = { timeout: TIMEOUT_MS, ...(!isRead && { maxRetries: 0 }) };
    // The types of the client allow only texts as values. The API takes numbers and null, too.
    const parameters = { account_id: account, ...body } as { account_id: string; sql: string };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result } = await database.query(id, parameters, options);
        return result as D1Result<T>[];
      } catch (error) {
        if (!(error instanceof APIError) || error.errors.length === 0) throw error;
        // A call over the limit had no effect, so that a write may be repeated, too.
        if (error.status === 429 && attempt < MOST_ATTEMPTS) {
          await sleep(1000 * Number(error.headers.get("Retry-After") ?? BLOCKED_SECONDS));
          continue;
        }
        throw new Error(error.errors.map(({ message }) => message).join(" "), { cause: error });
      }
    }
  }

  const statementOf = (sql: string, params: unknown[] = []) => ({
    sql,
    params,
    // As D1's own binding, which stores booleans as numbers.
    bind: (...values: unknown[]) =>
      statementOf(
        sql,
        values.map((value) => (typeof value === "boolean" ? Number(value) : value)),
      ),
    all: async () => (await send([{ sql, params }]))[0],
    run: async () => (await send([{ sql, params }]))[0],
    // The API answers with objects, so two columns of a result must not have the same name.
    raw: async () => (await send<object>([{ sql, params }]))[0]!.results.map((row) => Object.values(row)),
  });

  return {
    prepare: (sql) => statementOf(sql) as unknown as D1PreparedStatement,
    batch: <T>(statements: D1PreparedStatement[]) =>
      send<T>((statements as unknown as Statement[]).map(({ sql, params }) => ({ sql, params }))),
  };
}

async function pause(ms: number): Promise<void> {
  console.warn(
    `\nCloudflare takes no more calls for ${Math.ceil(ms / 1000)} seconds. This command waits, then goes on.`,
  );
  await setTimeout(ms);
}

/** Returns a function that waits until the next call keeps the limit. */
export function waiting(now = Date.now, sleep: (ms: number) => Promise<unknown> = setTimeout): () => Promise<void> {
  const start = now();
  let calls = 0;
  return async () => {
    calls += 1;
    const due = start + Math.max(0, calls - CALLS_AT_ONCE) * PAUSE_MS;
    if (due > now()) await sleep(due - now());
  };
}
