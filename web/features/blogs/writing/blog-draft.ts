import * as z from "zod/mini";
import type { EditableBlog } from "#schema/blogs.ts";
import { isEmptyArticle, isSameArticle } from "../../documents/article-content.ts";
import type { DraftKind } from "../../../forms/use-draft.ts";

const blogDraft = z.object({
  title: z.string(),
  excerpt: z.string(),
  /** What the picture shows. */
  imageAlt: z._default(z.string(), ""),
  /** JSON of the Editor.js document. */
  content: z.string(),
  when: z.enum(["now", "later", "draft"]),
  /** For `later`: as a date-and-time field holds it, in the writer's own time. */
  at: z.string(),
});

/** What somebody has written of a post so far, but for its picture; stored as it is. */
export type BlogDraft = z.output<typeof blogDraft>;

export const BLANK: BlogDraft = { title: "", excerpt: "", imageAlt: "", content: "", when: "now", at: "" };

const WHEN = { published: "now", scheduled: "later", draft: "draft" } as const;

export const toBlogDraft = ({
  title,
  excerpt,
  featured_image_alt,
  content,
  status,
  published_at,
}: EditableBlog): BlogDraft => ({
  title,
  excerpt,
  imageAlt: featured_image_alt,
  content,
  when: WHEN[status],
  at: status === "scheduled" && published_at ? toLocal(new Date(published_at)) : "",
});

/** The draft as the rules of `schema/blog-form.ts` take it. */
export const toBlogForm = ({ title, excerpt, imageAlt, content, when, at }: BlogDraft) => ({
  title,
  excerpt,
  featured_image_alt: imageAlt,
  content: isEmptyArticle(content) ? "" : content,
  published_at: when === "now" ? "now" : when === "draft" ? "" : toIso(at),
});

export const BLOG_DRAFTS: DraftKind<BlogDraft> = {
  rules: blogDraft,
  isSame: ({ content, ...one }, { content: other, ...another }) =>
    isSameArticle(content, other) &&
    JSON.stringify(toBlogForm({ ...one, content: "" })) === JSON.stringify(toBlogForm({ ...another, content: "" })),
  nameOf: ({ title }) => title,
  unnamed: "A blog post without a title yet",
};

/** "2026-11-20T18:30", as a date-and-time field takes it. */
function toLocal(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-11-20T18:30".length);
}

/** What is no time stays as it is, and the rules say so. */
function toIso(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? "no time" : time.toISOString();
}
