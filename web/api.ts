/** A refusal by the server, in words a person can read. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
  }
}

/**
 * GET a call below `/api/`. `signal` ends it early.
 * @throws ApiError where the server refuses, with its own sentence.
 */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return call<T>(path, signal ? { signal } : {});
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(`/api/${path}`, { ...init, headers: { accept: "application/json", ...init.headers } });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { error, fields } = (body ?? {}) as { error?: string; fields?: Record<string, string> };
    throw new ApiError(response.status, error ?? "An error occurred.", fields);
  }
  // The one cast: what a call answers is stated by the type that the Worker's handler returns.
  return body as T;
}
