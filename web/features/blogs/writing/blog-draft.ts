import * as z from "zod/mini";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { isEmptyArticle, isSameArticle } from "../../documents/article-content.ts";
import type { DraftKind } from "../../../forms/use-draft.ts";

const blogDraft = z.object({
  title: z.string(),
  excerpt: z.string(),
  imageAlt: z._default(z.string(), ""),
  hasNewImage: z._default(z.boolean(), false),
  /** JSON of the Editor.js document. */
  content: z.string(),
  when: z.enum(["now", "later", "draft"]),
  /** The publication time for `later`: the value of a datetime-local input, in the author's time zone. */
  at: z.string(),
});

/** The unsaved fields of a post, without its image. The browser stores them. */
export type BlogDraft = z.output<typeof blogDraft>;

export const BLANK: BlogDraft = {
  title: "",
  excerpt: "",
  imageAlt: "",
  hasNewImage: false,
  content: "",
  when: "now",
  at: "",
};

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
  hasNewImage: false,
  content,
  when: WHEN[status],
  at: status === "scheduled" && published_at ? toLocal(new Date(published_at)) : "",
});

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
  unnamed: "Untitled blog post",
};

function toLocal(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, "2026-11-20T18:30".length);
}

/** For an invalid time, it returns an invalid text, so that the validation of the form reports it. */
function toIso(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? "no time" : time.toISOString();
}
