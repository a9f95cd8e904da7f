import type { Answers } from "#schema/calls.ts";
import { type Query, withQuery } from "#schema/pages/paths.ts";
import { OFFLINE_MESSAGE } from "../browser/offline-message.ts";
import { isOffline } from "../browser/offline.ts";

const NETWORK_ERROR = "Network error - please check your connection";
const CSRF_REFUSAL = "CSRF token missing or incorrect.";

/** `status` is 0 if no response came. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, message: string, fields: Record<string, string> = {}, requestId?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** The paths of the calls with this method. */
export type PathOf<Method extends string, Call = keyof Answers> = Call extends `${Method} ${infer Path}` ? Path : never;

export type Answer<Method extends string, Path extends string> = Answers[`${Method} ${Path}` & keyof Answers];

/** Each `:name` of the path needs a value. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { params: Record<Name, string | number> } & Params<Rest>
  : unknown;

export type GetOptions<Path extends string> = Params<Path> & { query?: Query; signal?: AbortSignal };

/** @throws ApiError with the server's message, or with status 0 if no response came. */
export const get = <Path extends PathOf<"GET">>(path: Path, options: GetOptions<Path>): Promise<Answer<"GET", Path>> =>
  call(fill(path, options), options.signal ? { signal: options.signal } : {});

/** Bypasses the browser's cache and stores the new response there. */
export const refreshCached = (path: string) => call(path, { cache: "reload" });

type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

type SendOptions = {
  query?: Query;
  /** Sent as JSON. A FormData is sent as it is. */
  body?: unknown;
  /** The message for an error response that has none. */
  fallbackError?: string | ((status: number) => string);
  /** Sends the request. Default: the browser's `fetch`. */
  fetcher?: Fetcher;
};

/**
 * Sends the request with the CSRF token of the session. If the server refuses the token, gets a new one and tries once
 * more.
 * @throws ApiError like `get`.
 */
export async function send<Method extends "POST" | "PUT" | "PATCH" | "DELETE", Path extends PathOf<Method>>(
  method: Method,
  path: Path,
  options: Params<Path> & SendOptions,
): Promise<Answer<Method, Path>> {
  const { body, fallbackError, fetcher }: SendOptions = options;
  const filled = fill(path, options);
  const attempt = (): Promise<Answer<Method, Path>> => {
    const headers: Record<string, string> = { "x-csrftoken": csrfToken() };
    // The browser adds the content type with the multipart boundary.
    if (body instanceof FormData) return call(filled, { method, headers, body }, fallbackError, fetcher);
    if (body !== undefined) headers["content-type"] = "application/json";
    const json = body === undefined ? null : JSON.stringify(body);
    return call(filled, { method, headers, body: json }, fallbackError, fetcher);
  };
  if (!csrfToken()) await fetchToken();
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403 && error.message === CSRF_REFUSAL)) throw error;
    await fetchToken();
    return attempt();
  }
}

/** On https only the `__Host-` cookie is the Worker's: another site under the same domain can set the other one. */
export function csrfToken(): string {
  const name = location.protocol === "https:" ? "__Host-csrftoken" : "csrftoken";
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
}

/** Responds to visitors with 401, but sets the cookie. */
const fetchToken = () => call("check_auth/").catch(() => {});

/** Fills in and encodes the parameters of a path. */
function fill(path: string, { params = {}, query = {} }: { params?: Record<string, string | number>; query?: Query }) {
  return withQuery(
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)),
    query,
  );
}

/** For calls that are not in the table of calls: the data of pages. `path` is below `/api/`. */
export async function call<T>(
  path: string,
  init: RequestInit = {},
  fallbackError: SendOptions["fallbackError"] = "An error occurred.",
  fetcher?: Fetcher,
): Promise<T> {
  const response = await fetchApi(path, init, fetcher);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { error, message, detail, fields } = (body ?? {}) as Refusal;
    const said = error ?? message ?? detail;
    const unsaid = typeof fallbackError === "string" ? fallbackError : fallbackError(response.status);
    throw new ApiError(response.status, said ?? unsaid, fields, response.headers.get("x-request-id") ?? undefined);
  }
  // Not validated: the Worker's routes are checked against the same types.
  return body as T;
}

type Refusal = { error?: string; message?: string; detail?: string; fields?: Record<string, string> };

async function fetchApi(path: string, init: RequestInit, fetcher: Fetcher = fetch): Promise<Response> {
  try {
    return await fetcher(`/api/${path}`, { ...init, headers: { accept: "application/json", ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, isOffline() ? OFFLINE_MESSAGE : NETWORK_ERROR);
  }
}
