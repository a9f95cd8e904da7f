import * as z from "zod/mini";
import { isBlank } from "#schema/text.ts";
import { completeUrl } from "#schema/urls.ts";
import type { SiteForm } from "#schema/site-form.ts";
import type { DraftKind } from "../../../forms/use-draft.ts";
import { isEmptyArticle, isSameArticle } from "../../documents/article-content.ts";

/** What somebody has typed about a site so far, right or wrong; stored as it is. */
export const siteDraft = z.object({
  name: z.string(),
  link: z.string(),
  description: z.string(),
  category: z.string(),
  alternatives: z.array(
    z.object({
      /** Tells rows apart while they move. */
      key: z.string(),
      name: z.string(),
      link: z.string(),
      /** Given by calls only; whoever edits a site that has one sees it. */
      description: z.optional(z.string()),
    }),
  ),
  /** JSON of the Editor.js document. */
  content: z.string(),
});

export type SiteDraft = z.output<typeof siteDraft>;
export type DraftAlternative = SiteDraft["alternatives"][number];

export const blankAlternative = (): DraftAlternative => ({ key: crypto.randomUUID(), name: "", link: "" });

export const blankDraft = (): SiteDraft => ({
  name: "",
  link: "",
  description: "",
  category: "",
  alternatives: [blankAlternative()],
  content: "",
});

export const toDraft = (site: SiteForm, content = ""): SiteDraft => ({
  name: site.name,
  link: site.link,
  description: site.description,
  category: site.category,
  alternatives:
    site.alternatives.length > 0
      ? site.alternatives.map(({ name, link, description }) => ({
          key: crypto.randomUUID(),
          name,
          link,
          ...(description && { description }),
        }))
      : [blankAlternative()],
  content,
});

/**
 * Without the rows that nothing was typed into, so that a row's number is its place in what is sent, and with whole
 * addresses.
 */
export function tidyDraft(draft: SiteDraft): SiteDraft {
  const rows = draft.alternatives.filter(({ name, link }) => !isBlank(name) || !isBlank(link));
  return {
    ...draft,
    link: completeUrl(draft.link),
    alternatives: rows.map((row) => ({ ...row, link: completeUrl(row.link) })),
  };
}

/** The draft as the rules of `schema/site-form.ts` take it. */
export const toForm = ({ content, alternatives, ...details }: SiteDraft) => ({
  ...details,
  alternatives: alternatives.map(({ key: _, ...alternative }) => alternative),
  blog: { content: isEmptyArticle(content) ? "" : content },
});

/** Whether two drafts say the same. */
export function isSame(one: SiteDraft, other: SiteDraft): boolean {
  const { blog: _, ...details } = toForm(tidyDraft(one));
  const { blog: __, ...otherDetails } = toForm(tidyDraft(other));
  return JSON.stringify(details) === JSON.stringify(otherDetails) && isSameArticle(one.content, other.content);
}

export const SITE_DRAFTS: DraftKind<SiteDraft> = {
  rules: siteDraft,
  isSame,
  nameOf: ({ name }) => name,
  unnamed: "A listing without a name yet",
};
