import type { CardPage } from "#schema/sites/sites.ts";

/** Names the words that were searched instead of the typed ones, if the query was corrected. */
export function CorrectedNote({ q, sites: { corrected_query } }: { q: string; sites: CardPage }) {
  return (
    corrected_query && (
      <span key={q}>
        Nothing found for “{q}”. Showing results for “<strong>{corrected_query}</strong>”.{" "}
      </span>
    )
  );
}
