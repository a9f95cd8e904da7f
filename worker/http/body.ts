import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import type * as z from "zod/mini";
import { validateForm } from "#schema/validate-form.ts";
import { AppError } from "../errors.ts";

const SMALL_BODY_BYTES_MAX = 64 * 1024;
const DOCUMENT_BYTES_MAX = 1_000_000;
const NOT_JSON = "The request body must be JSON.";

/** Refuses larger bodies with 413. Without `Content-Length`, it reads the body up to the limit first. */
export const limitBody = (maxBytes: number, message: string) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new AppError("too_large", message);
    },
  });

export const smallBodyLimit = limitBody(SMALL_BODY_BYTES_MAX, "This is too long to send. Shorten it and try again.");

export const documentBodyLimit = limitBody(
  DOCUMENT_BYTES_MAX,
  "This article is too large: the limit is 1 MB. Shorten it and try again.",
);

/**
 * Hono responds to a malformed body with 400.
 * @throws AppError 400 with the message of the rule that failed, 415 if the `Content-Type` is not JSON.
 */
export const jsonBody = <S extends z.ZodMiniType>(rules: S) =>
  validator("json", (input, c) => {
    requireType(c, /^application\/json\b/i, NOT_JSON);
    return requireValid(rules, input);
  });

/** Like `jsonBody`, for a handler that is loaded only when it is called. */
export async function readJson<S extends z.ZodMiniType>(c: Context, rules: S): Promise<z.output<S>> {
  requireType(c, /^application\/json\b/i, NOT_JSON);
  const input: unknown = await c.req.json().catch(() => {
    throw new AppError("bad_input", NOT_JSON);
  });
  return requireValid(rules, input);
}

/** Like `jsonBody`, for a multipart form of texts and files. */
export const multipartBody = <S extends z.ZodMiniType>(rules: S) =>
  validator("form", (input, c) => {
    requireType(c, /^multipart\/form-data\b/i, "The request body must be a multipart form.");
    return requireValid(rules, input);
  });

function requireType(c: Context, type: RegExp, message: string): void {
  if (!type.test(c.req.header("Content-Type") ?? "")) throw new AppError("wrong_media_type", message);
}

function requireValid<S extends z.ZodMiniType>(rules: S, input: unknown): z.output<S> {
  const checked = validateForm(rules, input);
  if (!checked.ok) throw new AppError("bad_input", checked.message, checked.fields);
  return checked.value;
}
