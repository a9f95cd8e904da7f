import { useState } from "react";
import { disagreements } from "#schema/facts/disagreements.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { NOBODY_MOVED } from "#schema/sites/switches.ts";
import { UNCHECKED } from "#schema/sites/life.ts";
import { CATEGORIES, isCategory, type EditableSite } from "#schema/sites/sites.ts";
import { PagePreview } from "../../documents/page-preview.tsx";
import { SiteView } from "../../sites/site/site-view.tsx";
import { toSourcesInput, validFacts } from "../draft/draft-facts.ts";
import { toPair } from "../draft/draft-pair.ts";
import { type SiteDraft, textsOf, tidyDraft, toForm } from "../draft/site-draft.ts";

type Props = {
  draft: SiteDraft;
  /** Undefined for a new site. */
  site?: EditableSite;
};

export function SitePreview({ draft, site }: Props) {
  const slug = site?.slug ?? "";
  const { link, category, alternatives, logo, screenshots } = tidyDraft(draft);
  const texts = textsOf(draft);
  const facts = validFacts(draft.facts);
  const sources = toSourcesInput(draft.facts, draft.factSources);
  const [now] = useState(() => new Date().toISOString());
  return (
    <PagePreview of={{ page: "site", slug, content: draft.content }}>
      {(around) =>
        "discover" in around && (
          <SiteView
            {...around}
            path={sitePath(slug)}
            products={{}}
            disagreements={disagreements(facts, sources)}
            changes={[]}
            similar={[]}
            moved={NOBODY_MOVED}
            site={{
              id: site?.id ?? 0,
              slug,
              ...texts,
              title: texts.name,
              link,
              category: isCategory(category) ? category : CATEGORIES[0],
              status: site?.status ?? "basic",
              logo: logo || null,
              screenshot: null,
              screenshots: toForm({ ...draft, screenshots: screenshots.filter(({ url }) => url) }).screenshots,
              like_count: site?.like_count ?? 0,
              interactions: { likes: site?.like_count ?? 0, comments: 0 },
              facts,
              fact_sources: sources,
              facts_checked_at: site?.facts_checked_at ?? null,
              created_at: site?.created_at ?? now,
              updated_at: now,
              alive: site?.alive ?? UNCHECKED,
              standing: site?.standing ?? "open",
              verified: site?.verified ?? null,
              alternatives: alternatives.map((alternative, id) => ({
                id,
                name: alternative.name,
                link: alternative.link,
                description: alternative.description ?? "",
                ...(alternative.pair && toPair(alternative.pair)),
                // Links do nothing in a preview.
                slug: "",
              })),
            }}
          />
        )
      }
    </PagePreview>
  );
}
