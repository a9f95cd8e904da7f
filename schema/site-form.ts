import * as z from "zod/mini";
import { CATEGORIES, DESCRIPTION_MAX, MAX_ALTERNATIVES, SITE_NAME_MAX } from "./sites.ts";

const link = (missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.url({ protocol: /^https?$/, error: "Please enter a valid URL." }),
    );

export const alternativeForm = z.object({
  name: z
    .string("Name is required when URL is provided")
    .check(
      z.trim(),
      z.minLength(1, "Name is required when URL is provided"),
      z.maxLength(SITE_NAME_MAX, "Name must be less than 100 characters"),
    ),
  link: link("URL is required when name is provided"),
  description: z.optional(
    z.string().check(z.trim(), z.maxLength(DESCRIPTION_MAX, "Description must be less than 100 characters")),
  ),
});

/** Step 1 of the wizard, and the body of POST and PUT /api/sites/. */
export const siteForm = z.object({
  name: z
    .string("Site name is required")
    .check(
      z.trim(),
      z.minLength(1, "Site name is required"),
      z.maxLength(SITE_NAME_MAX, "Site name must be less than 100 characters"),
    ),
  link: link("Site link is required"),
  description: z._default(
    z
      .string("Description must be text")
      .check(z.trim(), z.maxLength(DESCRIPTION_MAX, "Description must be less than 100 characters")),
    "",
  ),
  category: z.enum(CATEGORIES, "Category is required."),
  alternatives: z._default(
    z
      .array(alternativeForm, "Alternatives must be a list")
      .check(z.maxLength(MAX_ALTERNATIVES, "At most 5 alternatives are possible")),
    [],
  ),
});

export type SiteForm = z.output<typeof siteForm>;
