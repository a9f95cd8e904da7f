/** A value as JSON that no HTML parser takes for a tag, whatever texts it holds. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Structured data for search engines (schema.org). */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json">{escapeJson({ "@context": "https://schema.org", ...data })}</script>;
}
