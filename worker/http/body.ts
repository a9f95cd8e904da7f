import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import type * as z from "zod/mini";
import { check } from "#schema/check.ts";
import { AppError } from "../errors.ts";

const FORM_BYTES_MAX = 64 * 1024;
const ARTICLE_BYTES_MAX = 1024 * 1024;

const limited = (maxSize: number, message: string) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", message);
    },
  });

/** Refuses bodies that no form of text fields needs, before they are read. */
export const smallBody = limited(FORM_BYTES_MAX, "This is too large.");

/** The same for bodies that hold an article. */
export const articleBody = limited(ARTICLE_BYTES_MAX, "The article is too long: it may have at most 1 MB.");

/** Parses a JSON body by a form's rules, or answers 400 with the rule's message; 415 where it is not JSON. */
export const body = <S extends z.ZodMiniType>(rules: S) =>
  validator("json", (input, c): z.output<S> => {
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
      throw new AppError("wrong_media_type", "Send JSON.");
    }
    const checked = check(rules, input);
    if (!checked.ok) throw new AppError("bad_input", checked.message, checked.fields);
    return checked.value;
  });
