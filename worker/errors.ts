import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "./env.ts";
import { DatabaseError } from "./db/connection.ts";
import { logError } from "./log.ts";

const STATUS = {
  bad_input: 400,
  not_signed_in: 401,
  payment_declined: 402,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_media_type: 415,
  too_many: 429,
  provider_failed: 502,
  unavailable: 503,
  /** The operator has not set up what this call needs, such as payments. */
  not_set_up: 503,
  quota_used_up: 503,
} as const;

type ErrorCode = keyof typeof STATUS;

interface ErrorDetails {
  fields?: Record<string, string> | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** The interface shows `message` and `fields` (field name → sentence) to visitors as they are. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { fields, retryAfter }: ErrorDetails = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter ?? (STATUS[code] === 503 ? 60 : undefined);
  }

  get status() {
    return STATUS[this.code];
  }
}

const UNAVAILABLE_MESSAGE = "The directory is not available right now. Please try again in a minute.";

/** Logs the error unless it is an AppError. Returns undefined for errors that have no message for visitors. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  logError(error);
  // A failed single query is Drizzle's error.
  if (error instanceof DatabaseError || error instanceof DrizzleQueryError)
    return new AppError("unavailable", UNAVAILABLE_MESSAGE);
  return undefined;
}

/** Responds with JSON `{"error", "fields"?}` below `/api`, otherwise with the message as plain text. */
export function respondWithError(error: Error, c: Context<AppEnv>): Response {
  const isCall = /^\/api(\/|$)/.test(c.req.path);
  if (error instanceof HTTPException && error.status < 500) {
    const message = error.message || "Bad request.";
    return isCall ? c.json({ error: message }, error.status) : c.text(message, error.status);
  }
  const refusal = toAppError(error);
  const { message, fields, status } = refusal ?? { message: "An error occurred.", status: 500 };
  if (refusal?.retryAfter) c.header("Retry-After", String(refusal.retryAfter));
  const isOfFields = fields && Object.keys(fields).length > 0;
  return isCall ? c.json({ error: message, ...(isOfFields && { fields }) }, status) : c.text(message, status);
}
