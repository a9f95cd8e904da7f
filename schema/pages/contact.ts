import * as z from "zod/mini";
import { email } from "../values/email.ts";
import { isBlank, normalizeText } from "../values/text.ts";

const MIN_MESSAGE_LENGTH = 10;
export const MAX_MESSAGE_LENGTH = 5000;

/** POST /api/contact/ */
export const contactForm = z.object({
  email,
  message: z.string("Message is required").check(
    z.overwrite(normalizeText),
    z.trim(),
    z.refine((text) => !isBlank(text), { error: "Message is required", abort: true }),
    z.minLength(MIN_MESSAGE_LENGTH, `Message must be at least ${MIN_MESSAGE_LENGTH} characters long`),
    z.maxLength(MAX_MESSAGE_LENGTH, `Message must be at most ${MAX_MESSAGE_LENGTH} characters long`),
  ),
  /** A honeypot: the field is hidden, so only a bot fills it in. */
  website: z.optional(z.string()),
});

export type ContactForm = z.output<typeof contactForm>;

export const CONTACT_SENT = "Thank you! Your message has arrived, and we will answer by email.";
