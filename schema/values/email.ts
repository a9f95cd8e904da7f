import * as z from "zod/mini";

const MAX_EMAIL_LENGTH = 254;

const INVALID = "Please enter a valid email address";

export const email = z
  .string("Email address is required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Email address is required"),
    z.maxLength(MAX_EMAIL_LENGTH, INVALID),
    z.email(INVALID),
  );
