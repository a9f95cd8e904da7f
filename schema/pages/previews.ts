import * as z from "zod/mini";
import type { BlogPage } from "../articles/blogs.ts";
import type { SiteDetailPage } from "./pages.ts";

/**
 * POST /api/preview/. `content` is an Editor.js document as JSON. With `page`, the response also has the data around
 * the article.
 */
export const previewForm = z.object({
  content: z.string("The content must be text."),
  page: z.optional(z.enum(["site", "blog"], "Unknown kind of page.")),
  /** Empty or left out if the site or blog post is new. */
  slug: z.optional(z.string("The slug must be text.")),
});

export type PreviewForm = z.output<typeof previewForm>;

export type SitePreview = Pick<SiteDetailPage, "article" | "sponsors" | "discover">;
export type BlogPreview = Pick<BlogPage, "article" | "sponsors" | "featured" | "related">;
