import * as z from "zod/mini";

const MAX_EMAIL_LENGTH = 254;

const INVALID = "Please enter a valid email address";

/** The field of every form that asks for an address; lower case, because accounts are looked up by it. */
export const email = z
  .string("Email address is required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Email address is required"),
    z.maxLength(MAX_EMAIL_LENGTH, INVALID),
    z.email(INVALID),
  );
