import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import type * as z from "zod/mini";
import { validateForm } from "#schema/validate-form.ts";
import { AppError } from "../errors.ts";

const FORM_BYTES_MAX = 64 * 1024;
const DOCUMENT_BYTES_MAX = 1_000_000;

/** Refuses larger bodies with 413, before they are read where they say their length. */
export const limitBody = (maxBytes: number, message: string) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new AppError("too_large", message);
    },
  });

/** For forms of text fields. */
export const smallBody = limitBody(FORM_BYTES_MAX, "This is too large.");

/** For forms that carry an article. */
export const documentBody = limitBody(DOCUMENT_BYTES_MAX, "This is too large: an article may have at most 1 MB.");

/** Parses a JSON body by a form's rules, or answers 400 with the rule's message; 415 where it is not JSON. */
export const body = <S extends z.ZodMiniType>(rules: S) =>
  validator("json", (input, c) => {
    requireType(c, /^application\/json\b/i, "Send JSON.");
    return checkForm(rules, input);
  });

/** The same for a multipart form, whose fields are texts and files. */
export const multipart = <S extends z.ZodMiniType>(rules: S) =>
  validator("form", (input, c) => {
    requireType(c, /^multipart\/form-data\b/i, "Send a multipart form.");
    return checkForm(rules, input);
  });

function requireType(c: Context, type: RegExp, message: string): void {
  if (!type.test(c.req.header("Content-Type") ?? "")) throw new AppError("wrong_media_type", message);
}

function checkForm<S extends z.ZodMiniType>(rules: S, input: unknown): z.output<S> {
  const checked = validateForm(rules, input);
  if (!checked.ok) throw new AppError("bad_input", checked.message, checked.fields);
  return checked.value;
}
