import type { SitePage } from "#schema/sites.ts";

/** Says that other words were searched than those that were typed; nothing where they were the same. */
export function CorrectedNote({ q, sites: { corrected_query } }: { q: string; sites: SitePage }) {
  return (
    corrected_query && (
      <>
        Nothing found for “{q}”. Showing results for “<strong>{corrected_query}</strong>”.{" "}
      </>
    )
  );
}
