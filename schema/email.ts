import * as z from "zod/mini";

const EMAIL_MAX = 254;

const INVALID = "Please enter a valid email address";

/** The field of every form that asks for an address; lower case, because accounts are looked up by it. */
export const email = z
  .string("Email address is required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Email address is required"),
    z.maxLength(EMAIL_MAX, INVALID),
    z.email(INVALID),
  );
