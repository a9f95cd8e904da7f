import * as z from "zod/mini";
import { isBlank, normalizeText } from "./text.ts";

const LENGTH_MAX = 200;

const optionalText = z
  .string("Please enter a text.")
  .check(z.overwrite(normalizeText), z.trim(), z.maxLength(LENGTH_MAX, `Please use at most ${LENGTH_MAX} characters.`));
const requiredText = (message: string) => optionalText.check(z.refine((text) => !isBlank(text), { error: message }));

/** PUT /api/payments/billing/. Stripe checks the address and the number of the company. */
export const billingForm = z.object({
  name: requiredText("Please enter your company or your name."),
  line1: requiredText("Please enter your street and number."),
  line2: optionalText,
  city: requiredText("Please enter your city."),
  postal_code: optionalText,
  state: optionalText,
  country: z.string("Please choose a country.").check(z.regex(/^[A-Z]{2}$/, "Please choose a country.")),
  tax_id: z.nullable(
    z.object({
      type: z.string().check(z.regex(/^[a-z]{2}_[a-z]{2,8}$/, "Please choose a country.")),
      value: requiredText("Please enter the number of your company."),
    }),
  ),
});
