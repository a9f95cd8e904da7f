import type { CardSite } from "#schema/sites/sites.ts";
import { FACT_LINE_NAMES, FACT_LINES } from "./fact-lines.ts";
import { SiteCard } from "./site-card.tsx";

/** Cards, rows of a table, or large cards, as the visitor chose (`view-choice.tsx`). */
export function SiteGrid({ sites }: { sites: CardSite[] }) {
  return (
    <>
      {/* Only in the table. A screen reader reads the entries, which say what they are. */}
      <p className="site-grid-head" aria-hidden="true">
        {["Site", ...FACT_LINE_NAMES.map((name) => FACT_LINES[name].heading), "Compare, likes"].map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </p>
      <ul className="grid site-grid" data-count={sites.length}>
        {sites.map((site) => (
          <li key={site.id}>
            <SiteCard site={site} />
          </li>
        ))}
      </ul>
    </>
  );
}
