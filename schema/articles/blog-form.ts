import * as z from "zod/mini";
import { MAX_ALT_LENGTH } from "./document.ts";
import { MAX_IMAGE_BYTES, IMAGE_MESSAGES } from "../images/media.ts";
import { CONTENT_REQUIRED } from "../sites/site-form.ts";
import { isBlank, normalizeLine } from "../values/text.ts";

export const MAX_TITLE_LENGTH = 150;
export const MAX_EXCERPT_LENGTH = 300;
export const EXCERPT_TOO_LONG = `Excerpt must be at most ${MAX_EXCERPT_LENGTH} characters long`;

const TIME_REQUIRED = "Please choose a date and a time.";

/** POST /api/blogs/user/, as a multipart form. */
export const blogForm = z.object({
  title: z.string("Title is required").check(
    z.overwrite(normalizeLine),
    z.refine((text) => !isBlank(text), { error: "Title is required", abort: true }),
    z.maxLength(MAX_TITLE_LENGTH, `Title must be at most ${MAX_TITLE_LENGTH} characters long`),
  ),
  /** An Editor.js document as a JSON string. The Worker sanitizes it and rejects an empty one. */
  content: z.string(CONTENT_REQUIRED).check(z.minLength(1, CONTENT_REQUIRED)),
  /** If empty, the first paragraph is the excerpt. */
  excerpt: z.optional(
    z
      .string("Excerpt must be text")
      .check(z.overwrite(normalizeLine), z.maxLength(MAX_EXCERPT_LENGTH, EXCERPT_TOO_LONG)),
  ),
  /** Empty for no image. The Worker detects the image type from the bytes. */
  featured_image: z.optional(
    z.union(
      [z.literal(""), z.file().check(z.maxSize(MAX_IMAGE_BYTES, IMAGE_MESSAGES.tooLarge))],
      IMAGE_MESSAGES.missing,
    ),
  ),
  featured_image_alt: z.optional(
    z
      .string("Alternative text must be text")
      .check(
        z.overwrite(normalizeLine),
        z.maxLength(MAX_ALT_LENGTH, `Alternative text must be at most ${MAX_ALT_LENGTH} characters long`),
      ),
  ),
  /** ISO 8601 with an offset, or `now`; empty for a draft. A new post without this field is published now. */
  published_at: z.optional(
    z.union([z.literal(["now", ""]), z.iso.datetime({ offset: true, error: TIME_REQUIRED })], TIME_REQUIRED),
  ),
});

/** PATCH /api/blogs/{slug}/, as a multipart form. Fields that are left out keep their values. */
export const changedBlogForm = z.extend(z.partial(blogForm), {
  /** The version that the user edited. If the post has changed since, the response is 409. */
  updated_at: z.optional(z.string()),
});

export type BlogForm = z.output<typeof blogForm>;
export type ChangedBlogForm = z.output<typeof changedBlogForm>;
