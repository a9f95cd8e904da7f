import { useState } from "react";
import { useHydrated } from "../browser/use-hydrated.ts";

/** Returns JSON that is safe inside a <script>: it contains no `<`. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Structured data for search engines (schema.org). */
export function JsonLd({ data }: { data: object }) {
  const text = escapeJson({ "@context": "https://schema.org", ...data });
  const isHydrated = useHydrated();
  // Trusted Types forbid creating or changing a script here, and crawlers load documents anyway. So only the document's
  // own script is kept.
  const [served, setServed] = useState(isHydrated ? undefined : text);
  // Removed for good at the first navigation.
  if (served !== undefined && served !== text) setServed(undefined);
  return text === served && <script type="application/ld+json">{text}</script>;
}
