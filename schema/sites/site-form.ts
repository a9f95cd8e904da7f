import * as z from "zod/mini";
import {
  CATEGORIES,
  MAX_DESCRIPTION_LENGTH,
  MAX_ALTERNATIVES,
  MAX_PAIR_POINTS,
  MAX_SITE_NAME_LENGTH,
  REPLACEMENTS,
} from "./sites.ts";
import { dayForm, factsForm, factSourcesForm } from "../facts/fact-rules.ts";
import { MAX_POINT_LENGTH } from "../facts/facts.ts";
import { parseImageSize } from "../images/image-size.ts";
import { MAX_ALT_LENGTH, MAX_CAPTION_LENGTH, MAX_SCREENSHOTS, SITE_IMAGE_MESSAGES } from "../images/site-images.ts";
import { isBlank, normalizeLine } from "../values/text.ts";
import { cleanLink, INVALID_LINK, linkProblem } from "../values/web-links.ts";

const required = (missing: string, max: number, tooLong: string) =>
  z.string(missing).check(
    z.overwrite(normalizeLine),
    z.refine((text) => !isBlank(text), { error: missing, abort: true }),
    z.maxLength(max, tooLong),
  );

export const siteDescription = z
  .string("Description must be text")
  .check(
    z.overwrite(normalizeLine),
    z.maxLength(MAX_DESCRIPTION_LENGTH, "Description must be less than 100 characters"),
  );

const isPublicLink = z.refine<string>((address) => address === "" || linkProblem(address) === undefined, {
  error: ({ input }) => linkProblem(String(input)),
});

export const requiredLink = (missing: string) =>
  z.string(missing).check(
    z.overwrite(cleanLink),
    z.refine((address) => !isBlank(address), { error: missing, abort: true }),
    isPublicLink,
  );

/** "" if there is none. */
export const optionalLink = z.string(INVALID_LINK).check(z.overwrite(cleanLink), isPublicLink);

const MAX_MOVING_LENGTH = 500;

export const pointsForm = (max: number) =>
  z
    .array(
      z
        .string("Please enter texts.")
        .check(
          z.overwrite(normalizeLine),
          z.minLength(1, "Please enter a text."),
          z.maxLength(MAX_POINT_LENGTH, `Each text can have at most ${MAX_POINT_LENGTH} characters.`),
        ),
      "Please enter a list.",
    )
    .check(z.maxLength(max, `You can add at most ${max} texts.`));

/** How a site replaces a product. All of it is optional. */
export const pairForm = {
  replaces: z.optional(
    z.enum(
      ["drop_in", "same_job", "part"] satisfies (keyof typeof REPLACEMENTS)[],
      "Please choose one of the answers.",
    ),
  ),
  lacks: z.optional(pointsForm(MAX_PAIR_POINTS)),
  adds: z.optional(pointsForm(MAX_PAIR_POINTS)),
  moving: z.optional(
    z.object(
      {
        text: z._default(
          z
            .string()
            .check(
              z.overwrite(normalizeLine),
              z.maxLength(MAX_MOVING_LENGTH, `The text can have at most ${MAX_MOVING_LENGTH} characters.`),
            ),
          "",
        ),
        link: z._default(optionalLink, ""),
      },
      "Please enter a text and a link.",
    ),
  ),
};

export const alternativeForm = z.object({
  name: required(
    "Name is required when URL is provided",
    MAX_SITE_NAME_LENGTH,
    "Name must be less than 100 characters",
  ),
  link: requiredLink("URL is required when name is provided"),
  description: z.optional(siteDescription),
  ...pairForm,
});

/** `worker/features/sites/rows/fields.ts` maps each field to a column. */
export const siteFields = z.object({
  name: required("Site name is required", MAX_SITE_NAME_LENGTH, "Site name must be less than 100 characters"),
  link: requiredLink("Site link is required"),
  description: siteDescription,
  category: z.enum(CATEGORIES, "Category is required."),
  facts: factsForm,
  fact_sources: factSourcesForm,
  facts_checked_at: z.nullable(dayForm),
});

export type SiteFields = z.output<typeof siteFields>;

/** The fields that a listing need not have, with their values in a listing that says nothing. */
export const BLANK_FIELDS = {
  description: "",
  facts: {},
  fact_sources: {},
  facts_checked_at: null,
} satisfies Partial<SiteFields>;

/** The URL in the response of POST /api/images/. */
const imageUrl = z
  .string(SITE_IMAGE_MESSAGES.wrongUrl)
  .check(z.refine((url) => parseImageSize(url) !== undefined, SITE_IMAGE_MESSAGES.wrongUrl));

export const screenshotTexts = {
  alt: z.string().check(z.overwrite(normalizeLine), z.maxLength(MAX_ALT_LENGTH, SITE_IMAGE_MESSAGES.altTooLong)),
  caption: z
    .string()
    .check(z.overwrite(normalizeLine), z.maxLength(MAX_CAPTION_LENGTH, SITE_IMAGE_MESSAGES.captionTooLong)),
};

const screenshotForm = z
  .object({
    url: imageUrl,
    alt: z._default(screenshotTexts.alt, ""),
    /** True if the image needs no description. `alt` then does not count. */
    decorative: z._default(z.boolean(), false),
    caption: z._default(screenshotTexts.caption, ""),
  })
  .check(
    z.refine(({ alt, decorative }) => decorative || !isBlank(alt), {
      error: SITE_IMAGE_MESSAGES.altRequired,
      path: ["alt"],
    }),
  );

/** Rows without an image have an error of their own. */
const isFirstUse = ({ url }: { url: string }, index: number, shots: { url: string }[]) =>
  url === "" || shots.findIndex((shot) => shot.url === url) === index;

/** Without `logo` or `screenshots`, these images do not change. */
const siteImagesForm = z.object({
  /** Null: no logo. */
  logo: z.optional(z.nullable(imageUrl)),
  screenshots: z.optional(
    z.array(screenshotForm, SITE_IMAGE_MESSAGES.wrongUrl).check(
      z.maxLength(MAX_SCREENSHOTS, SITE_IMAGE_MESSAGES.tooMany),
      z.refine((shots) => shots.every(isFirstUse), SITE_IMAGE_MESSAGES.usedTwice),
    ),
  ),
});

export type SiteImagesForm = z.output<typeof siteImagesForm>;

/** What POST and PUT /api/sites/ have in common. Step 1 of the form for a new site asks for a part of it. */
export const siteForm = z.extend(z.omit(siteFields, { facts_checked_at: true }), {
  description: z._default(siteDescription, BLANK_FIELDS.description),
  /** Without `facts` or `fact_sources`, these do not change. */
  facts: z.optional(factsForm),
  fact_sources: z.optional(factSourcesForm),
  alternatives: z._default(
    z
      .array(alternativeForm, "Alternatives must be a list")
      .check(z.maxLength(MAX_ALTERNATIVES, `You can add at most ${MAX_ALTERNATIVES} alternatives`)),
    [],
  ),
  ...siteImagesForm.shape,
});

export type SiteForm = z.output<typeof siteForm>;

export const CONTENT_REQUIRED = "Content is required";

/** An Editor.js document, its JSON, or plain text. The Worker sanitizes it and rejects an empty one. */
const content = z.custom<string | object>(
  (value) => (typeof value === "string" ? value !== "" : typeof value === "object" && value !== null),
  CONTENT_REQUIRED,
);

/** POST /api/sites/. */
export const newSiteForm = z.extend(siteForm, {
  blog: z.object({ content }, CONTENT_REQUIRED),
});

/** PUT /api/sites/{id}/. Without `blog`, the article does not change. */
export const changedSiteForm = z.extend(siteForm, {
  blog: z.optional(newSiteForm.shape.blog),
  /** The version that the user edited. If the site has changed since, the response is 409. */
  updated_at: z.optional(z.string()),
  /** True if the owner says that the facts are right today. */
  facts_checked: z.optional(z.boolean()),
});
