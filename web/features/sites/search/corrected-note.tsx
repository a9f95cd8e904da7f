import type { SitePage } from "#schema/sites.ts";

/** Says which words were searched instead of the typed ones. Renders nothing if the query was not corrected. */
export function CorrectedNote({ q, sites: { corrected_query } }: { q: string; sites: SitePage }) {
  return (
    corrected_query && (
      <>
        Nothing found for “{q}”. Showing results for “<strong>{corrected_query}</strong>”.{" "}
      </>
    )
  );
}
