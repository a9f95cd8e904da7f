import * as z from "zod/mini";
import { email } from "./email.ts";
import { isBlank, tidyText } from "./text.ts";

const MESSAGE_MIN = 10;
export const MESSAGE_MAX = 5000;

/** POST /api/contact/ */
export const contactForm = z.object({
  email,
  message: z.string("Message is required").check(
    z.overwrite(tidyText),
    z.trim(),
    z.refine((text) => !isBlank(text), { error: "Message is required", abort: true }),
    z.minLength(MESSAGE_MIN, `Message must be at least ${MESSAGE_MIN} characters long`),
    z.maxLength(MESSAGE_MAX, `Message must be at most ${MESSAGE_MAX} characters long`),
  ),
  /** Hidden from people: whoever fills it in is a program. */
  website: z.optional(z.string()),
});

export type ContactForm = z.output<typeof contactForm>;

/** What POST /api/contact/ answers. */
export type ContactAnswer = { success: string };

export const CONTACT_SENT = "Thank you! Your message has arrived, and we will answer by email.";
