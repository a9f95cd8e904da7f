import * as z from "zod/mini";
import type { BlogPage } from "./blogs.ts";
import type { SiteDetailPage } from "./pages.ts";

/** The body of POST /api/preview/: an article, and the page that it will stand on. */
export const previewForm = z.object({
  content: z.string("The content must be text."),
  page: z.optional(z.enum(["site", "blog"], "Unknown kind of page.")),
  /** Of the page that is there already. */
  slug: z.optional(z.string("The slug must be text.")),
});

export type PreviewForm = z.output<typeof previewForm>;

/** What it answers: the article, and for a page what others bring to it. */
export type SitePreview = Pick<SiteDetailPage, "article" | "sponsors" | "discover">;
export type BlogPreview = Pick<BlogPage, "article" | "sponsors" | "featured" | "related">;
