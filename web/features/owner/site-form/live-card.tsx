import { UNCHECKED } from "#schema/sites/life.ts";
import { CATEGORIES, isCategory } from "#schema/sites/sites.ts";
import { isBlank } from "#schema/values/text.ts";
import { SiteCard } from "../../sites/card/site-card.tsx";
import { validFacts } from "../draft/draft-facts.ts";
import { type SiteDraft, textsOf } from "../draft/site-draft.ts";

/** The card of the site in lists, as far as it is typed: beside the form, or above its button. */
export function LiveCard({ draft }: { draft: SiteDraft }) {
  const { name, description } = textsOf(draft);
  const category = isCategory(draft.category) ? draft.category : undefined;
  return (
    <div className="live-card" inert data-blank={!category || undefined}>
      <div>
        <p>Your card in lists</p>
        <SiteCard
          site={{
            id: 0,
            slug: "",
            name: name || "Your site",
            description: description || "What it does, in a line",
            category: category ?? CATEGORIES[0],
            status: "basic",
            logo: draft.logo || null,
            screenshot: null,
            like_count: 0,
            alive: UNCHECKED,
            standing: "open",
            alternatives: draft.alternatives.filter((row) => !isBlank(row.name)).map((row) => ({ name: row.name })),
            facts: validFacts(draft.facts),
          }}
        />
      </div>
    </div>
  );
}
