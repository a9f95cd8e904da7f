import { useState } from "react";
import { CATEGORIES, isCategory } from "#schema/sites/sites.ts";
import { isBlank } from "#schema/values/text.ts";
import { SiteCard } from "../../sites/card/site-card.tsx";
import { validFacts } from "../draft/draft-facts.ts";
import { type SiteDraft, textsOf } from "../draft/site-draft.ts";

const TITLE = "Your card in lists";

/** The card of the site in lists, as far as it is typed: beside the form, or closed below it. */
export function LiveCard({ draft }: { draft: SiteDraft }) {
  const [isBeside] = useState(() => matchMedia("(width >= 60rem)").matches);
  const { name, description } = textsOf(draft);
  const category = isCategory(draft.category) ? draft.category : undefined;
  const card = (
    <div inert data-blank={!category || undefined}>
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
          alternatives: draft.alternatives.filter((row) => !isBlank(row.name)).map((row) => ({ name: row.name })),
          facts: validFacts(draft.facts),
        }}
      />
    </div>
  );
  return isBeside ? (
    <div className="live-card">
      <p>{TITLE}</p>
      {card}
    </div>
  ) : (
    <div className="disclosures">
      <details>
        <summary>
          <strong>{TITLE}</strong>
        </summary>
        {card}
      </details>
    </div>
  );
}
