import * as z from "zod/mini";
import { removeInvisible } from "./invisible-characters.ts";
import { parseUrl } from "./links.ts";

const MAX_EMAIL_LENGTH = 254;

const INVALID = "Please enter a valid email address";

/** The rule of zod, and top-level domains of other scripts, such as `xn--p1ai`. */
const ADDRESS = /^(?:[a-z\d_'+-]+\.)*[a-z\d_'+-]*[a-z\d_+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/;

/**
 * Returns the one spelling of an email address that is stored, compared and written to: in lower case, without invisible
 * characters, “mailto:” and the brackets and punctuation around it, and with plain forms of full-width characters.
 */
export function cleanEmail(typed: string): string {
  if (typed.length > 2 * MAX_EMAIL_LENGTH) return typed;
  const text = removeInvisible(typed).normalize("NFKC").trim().toLowerCase();
  const address = text.replace(/^[<(]?(?:mailto:)?/, "").replace(/[>),;.\s]+$/, "");
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + toAscii(address.slice(at));
}

/** `bücher.example` is `xn--bcher-kva.example`. */
const toAscii = (host: string) =>
  /^[\p{L}\p{M}\p{N}.。-]+$/u.test(host) && /[^\0-\x7f]/.test(host)
    ? (parseUrl(`https://${host}`)?.hostname ?? host)
    : host;

export const email = z
  .string("Email address is required")
  .check(
    z.overwrite(cleanEmail),
    z.minLength(1, "Email address is required"),
    z.maxLength(MAX_EMAIL_LENGTH, INVALID),
    z.regex(ADDRESS, INVALID),
  );
