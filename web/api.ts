import { isOffline, OFFLINE_MESSAGE } from "./offline.ts";

const NETWORK_ERROR = "Network error - please check your connection";
const CSRF_REFUSAL = "CSRF token missing or incorrect.";

/** A refusal by the server, in words a person can read; status 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  /** What the server's log names the request by. */
  readonly requestId: string | undefined;

  constructor(status: number, message: string, fields: Record<string, string> = {}, requestId?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/**
 * GET a call below `/api/`. `signal` ends it early.
 * @throws ApiError where the server refuses, with its own sentence.
 */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return call<T>(path, signal ? { signal } : {});
}

/** GET from the server what the browser may have kept, so that it keeps the new answer. */
export const refreshCached = (path: string) => call<unknown>(path, { cache: "reload" });

type SendOptions = {
  /** Sent as JSON, but for a form with a file in it. */
  body?: unknown;
  /** What is said where a refusal says nothing, by its status. */
  fallbackError?: string | ((status: number) => string);
};

/**
 * A call that changes something, with the token that proves it comes from this page. The token ends with its session,
 * so one that is refused is replaced, once.
 * @throws ApiError where the server refuses, with its own sentence.
 */
export async function send<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, fallbackError }: SendOptions = {},
): Promise<T> {
  const attempt = () => {
    const headers: Record<string, string> = { "x-csrftoken": csrfToken() };
    // The browser itself says where the parts of a form end.
    if (body instanceof FormData) return call<T>(path, { method, headers, body }, fallbackError);
    if (body !== undefined) headers["content-type"] = "application/json";
    return call<T>(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) }, fallbackError);
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

/** On https only a cookie with that prefix is the Worker's: one without may be a neighbour's under the same domain. */
export function csrfToken(): string {
  const name = location.protocol === "https:" ? "__Host-csrftoken" : "csrftoken";
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
}

/** Signed out, this call is refused and sets the cookie all the same. */
const fetchToken = () => get("check_auth/").catch(() => {});

async function call<T>(
  path: string,
  init: RequestInit,
  fallbackError: SendOptions["fallbackError"] = "An error occurred.",
): Promise<T> {
  const response = await fetchApi(path, init);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { error, message, detail, fields } = (body ?? {}) as Refusal;
    const said = error ?? message ?? detail;
    const unsaid = typeof fallbackError === "string" ? fallbackError : fallbackError(response.status);
    throw new ApiError(response.status, said ?? unsaid, fields, response.headers.get("x-request-id") ?? undefined);
  }
  // The one cast: what a call answers is stated by the type that the Worker's handler returns.
  return body as T;
}

type Refusal = { error?: string; message?: string; detail?: string; fields?: Record<string, string> };

async function fetchApi(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/${path}`, { ...init, headers: { accept: "application/json", ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, isOffline() ? OFFLINE_MESSAGE : NETWORK_ERROR);
  }
}
