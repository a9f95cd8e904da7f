import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import type * as z from "zod/mini";
import { validateForm } from "#schema/values/validate-form.ts";
import type { AppEnv } from "../env.ts";
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
 * Parses JSON from a request. A half of a surrogate pair in a text becomes U+FFFD: UTF-8 has none, so URLs, providers
 * and D1 fail on it.
 * @throws SyntaxError, or RangeError if it is nested too deep.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));

/**
 * @throws AppError 400 with the message of the rule that failed or if the body is no JSON, 415 for another `Content-Type`.
 */
export async function readJson<S extends z.ZodMiniType>(c: Context, rules: S): Promise<z.output<S>> {
  requireType(c, /^application\/json\b/i, NOT_JSON);
  const text = await c.req.text();
  let input: unknown;
  try {
    input = parseJson(text);
  } catch {
    throw new AppError("bad_input", NOT_JSON);
  }
  return requireValid(rules, input);
}

type JsonInput<S extends z.ZodMiniType> = { in: { json: z.input<S> }; out: { json: z.output<S> } };

/** Middleware for `readJson`. The handler gets the result with `c.req.valid("json")`. */
export const jsonBody =
  <S extends z.ZodMiniType>(rules: S): MiddlewareHandler<AppEnv, string, JsonInput<S>> =>
  async (c, next) => {
    c.req.addValidatedData("json", (await readJson(c, rules)) as object);
    await next();
  };

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
  if (!checked.ok) throw new AppError("bad_input", checked.message, { fields: checked.fields });
  return checked.value;
}
