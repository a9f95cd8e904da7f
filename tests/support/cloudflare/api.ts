import { Hono, type Context, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Account } from "./account.ts";
import type { Runtime } from "./runtime.ts";
import type { Token } from "./tokens.ts";

export type World = { callLimit: number; accounts: Account[]; tokens: Token[]; runtime: Runtime };
export type Env = { Variables: { world: World; token: Token; account: Account } };
export type Api = Hono<Env>;
export type Call = Context<Env>;

/**
 * An error of the API: `{"success": false, "errors": [{code, message}]}`. A code without a source beside it is a guess, so
 * no program may depend on it.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Info = Record<string, unknown>;

/** The envelope of every answer: developers.cloudflare.com/fundamentals/api/how-to/make-api-calls */
export const ok = (c: Call, result: unknown, info?: Info): Response =>
  c.json({ success: true, errors: [], messages: [], result, ...(info && { result_info: info }) });

export const errorBody = (code: number, message: string) => ({
  success: false,
  errors: [{ code, message }],
  messages: [],
  result: null,
});

/** One page of a list, by `page` and `per_page`. */
export function page<T>(c: Call, rows: T[], standard = 20): Response {
  const number = Number(c.req.query("page") ?? 1);
  const size = Number(c.req.query("per_page") ?? standard);
  const start = (number - 1) * size;
  const part = rows.slice(start, start + size);
  return ok(c, part, { page: number, per_page: size, count: part.length, total_count: rows.length });
}

export function createApi(world: World): Api {
  const api: Api = new Hono<Env>().basePath("/client/v4");
  api.use(async (c, next) => {
    c.set("world", world);
    await next();
  });
  api.onError((error, c) => {
    if (error instanceof ApiError)
      return c.json(errorBody(error.code, error.message), error.status as ContentfulStatusCode);
    // A fault of the stand-in itself. Tests then show where it is.
    return c.json(errorBody(10_013, `The stand-in failed: ${error.stack ?? String(error)}`), 500);
  });
  api.notFound((c) =>
    c.json(errorBody(7003, `Could not route to ${c.req.path}, perhaps your object identifier is invalid?`), 404),
  );
  return api;
}

/** @throws ApiError 10000 if the token lacks the permission. */
export const permit =
  (product: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    const level = c.req.method === "GET" ? "Read" : "Edit";
    // An upload of assets has no such token. It proves its session by itself: assets.ts
    const permissions = c.get("token")?.permissions;
    // Cloudflare's answer does not name the permission: github.com/cloudflare/workers-sdk/pull/4597
    if (permissions && !permissions.some((own) => own === `${product}:Edit` || own === `${product}:${level}`))
      throw new ApiError(403, 10_000, "Authentication error");
    await next();
  };
