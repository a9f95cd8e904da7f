import * as z from "zod/mini";
import { MAX_DESCRIPTION_LENGTH } from "#schema/sites/sites.ts";
import { isBlank, normalizeLine } from "#schema/values/text.ts";
import { cleanLink } from "#schema/values/web-links.ts";
import type { SiteForm } from "#schema/sites/site-form.ts";
import type { DraftKind } from "../../../forms/use-draft.ts";
import { draftFacts, draftSources, toDraftFacts, toFactsInput, toSourcesInput } from "./draft-facts.ts";
import { isEmptyArticle, isSameArticle } from "../../documents/article-content.ts";
import { draftPair, isBlankPair, toDraftPair, toPairInput } from "./draft-pair.ts";

type TextField = { label: string; isOptional?: true; maxLength?: number };

/** The fields that are one line of text, in the order of the form. */
export const TEXT_FIELDS = {
  name: { label: "Site name" },
  description: { label: "Description", isOptional: true, maxLength: MAX_DESCRIPTION_LENGTH },
} satisfies Record<string, TextField>;

export const TEXT_FIELD_ENTRIES = Object.entries(TEXT_FIELDS) as [keyof typeof TEXT_FIELDS, TextField][];

/** The input as typed, valid or not. It is stored in the browser. */
export const siteDraft = z.object({
  name: z.string(),
  link: z.string(),
  description: z.string(),
  category: z.string(),
  alternatives: z.array(
    z.object({
      /** Identifies a row while rows move. */
      key: z.string(),
      name: z.string(),
      link: z.string(),
      /** Set through the API only. The form shows the field if there is a description. */
      description: z.optional(z.string()),
      /** How the site replaces the product. Undefined until the owner says something. */
      pair: z.optional(draftPair),
    }),
  ),
  facts: draftFacts,
  factSources: draftSources,
  /** The owner says that the facts are right today. */
  factsChecked: z.boolean(),
  /** URL of the stored logo, or empty. */
  logo: z.string(),
  screenshots: z.array(
    z.object({
      /** Identifies a row while rows move. */
      key: z.string(),
      /** URL of the stored image. Empty until it is uploaded. */
      url: z.string(),
      alt: z.string(),
      decorative: z.boolean(),
      caption: z.string(),
    }),
  ),
  /** The Editor.js document as JSON, without the headings of the template that have no text. */
  content: z.string(),
  /** These headings. Undefined until the article changes. */
  openSections: z.optional(z.array(z.object({ key: z.string(), at: z.optional(z.number()) }))),
  isTemplateDismissed: z.boolean(),
});

export type SiteDraft = z.output<typeof siteDraft>;
export type DraftAlternative = SiteDraft["alternatives"][number];
export type DraftScreenshot = SiteDraft["screenshots"][number];

/** For the parts of the form. */
export type DraftFieldsProps = {
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => void;
  /** Error texts by the field names of `schema/sites/site-form.ts`. */
  problems: Record<string, string>;
};

export const blankAlternative = (): DraftAlternative => ({ key: crypto.randomUUID(), name: "", link: "" });

export const blankDraft = (): SiteDraft => ({
  name: "",
  link: "",
  description: "",
  category: "",
  alternatives: [blankAlternative()],
  facts: {},
  factSources: {},
  factsChecked: false,
  logo: "",
  screenshots: [],
  content: "",
  openSections: undefined,
  isTemplateDismissed: false,
});

export const toDraft = (site: SiteForm, content = ""): SiteDraft => ({
  name: site.name,
  link: site.link,
  description: site.description,
  category: site.category,
  alternatives:
    site.alternatives.length > 0
      ? site.alternatives.map(({ name, link, description, ...stated }) => {
          const pair = toDraftPair(stated);
          return {
            key: crypto.randomUUID(),
            name,
            link,
            ...(description && { description }),
            ...(!isBlankPair(pair) && { pair }),
          };
        })
      : [blankAlternative()],
  facts: toDraftFacts(site.facts ?? {}),
  factSources: site.fact_sources ?? {},
  factsChecked: false,
  logo: site.logo ?? "",
  screenshots: (site.screenshots ?? []).map((screenshot) => ({ key: crypto.randomUUID(), ...screenshot })),
  content,
  isTemplateDismissed: false,
});

/** Removes empty rows and completes URLs. The number of a row is then its index in the request. */
export function tidyDraft(draft: SiteDraft): SiteDraft {
  const rows = draft.alternatives.filter(
    ({ name, link, pair }) => !isBlank(name) || !isBlank(link) || (pair && !isBlankPair(pair)),
  );
  return {
    ...draft,
    link: cleanLink(draft.link),
    alternatives: rows.map((row) => ({ ...row, link: cleanLink(row.link) })),
  };
}

type Texts = Record<keyof typeof TEXT_FIELDS, string>;

/** As they are stored. */
export const textsOf = (draft: Texts) =>
  Object.fromEntries(TEXT_FIELD_ENTRIES.map(([name]) => [name, normalizeLine(draft[name])])) as Texts;

/** Converts a draft to the input of the rules in `schema/sites/site-form.ts`. */
export const toForm = ({ alternatives, logo, screenshots, content, ...draft }: SiteDraft) => ({
  ...textsOf(draft),
  link: draft.link,
  category: draft.category,
  alternatives: alternatives.map(({ key: _, pair, ...alternative }) => ({
    ...alternative,
    ...(pair && toPairInput(pair)),
  })),
  facts: toFactsInput(draft.facts),
  fact_sources: toSourcesInput(draft.facts, draft.factSources),
  ...(draft.factsChecked && { facts_checked: true }),
  logo: logo || null,
  screenshots: screenshots.map(({ key: _, ...screenshot }) => ({
    ...screenshot,
    alt: screenshot.decorative ? "" : screenshot.alt,
  })),
  blog: { content: isEmptyArticle(content) ? "" : content },
});

export function isSame(one: SiteDraft, other: SiteDraft): boolean {
  const { blog: _, ...details } = toForm(tidyDraft(one));
  const { blog: __, ...otherDetails } = toForm(tidyDraft(other));
  return JSON.stringify(details) === JSON.stringify(otherDetails) && isSameArticle(one.content, other.content);
}

export const SITE_DRAFTS: DraftKind<SiteDraft> = {
  rules: siteDraft,
  isSame,
  nameOf: ({ name }) => name,
  unnamed: "A site without a name",
};
