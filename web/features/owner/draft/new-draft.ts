import { linkProblem } from "#schema/values/web-links.ts";
import { toDraftFacts, validFacts } from "./draft-facts.ts";
import { isValidPair } from "./draft-pair.ts";
import { blankAlternative, blankDraft, type SiteDraft } from "./site-draft.ts";

/** Begins with what the link to the form names: a category, or a product to replace. */
export const draftFor = (query: URLSearchParams): SiteDraft => ({
  ...blankDraft(),
  category: query.get("category") ?? "",
  alternatives: [{ ...blankAlternative(), name: query.get("product") ?? "", link: query.get("url") ?? "" }],
});

/**
 * The form for a new site asks neither for facts nor for how the site replaces a product. A stored draft may have them;
 * those that are wrong cannot be corrected there.
 */
export const withoutWrongExtras = (draft: SiteDraft): SiteDraft => ({
  ...draft,
  facts: toDraftFacts(validFacts(draft.facts)),
  factSources: Object.fromEntries(
    Object.entries(draft.factSources).filter(([, link]) => link && linkProblem(link) === undefined),
  ),
  alternatives: draft.alternatives.map(({ pair, ...row }) => ({ ...row, ...(pair && isValidPair(pair) && { pair }) })),
});
