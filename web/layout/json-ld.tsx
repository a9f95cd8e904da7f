import { useState } from "react";
import { useHydrated } from "../use-hydrated.ts";

/** A value as JSON that no HTML parser takes for a tag, whatever texts it holds. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Structured data for search engines (schema.org). */
export function JsonLd({ data }: { data: object }) {
  const text = escapeJson({ "@context": "https://schema.org", ...data });
  const isHydrated = useHydrated();
  // Left as the document brought it: Trusted Types let no script be made or changed here, and crawlers load documents.
  const [served, setServed] = useState(isHydrated ? undefined : text);
  // Gone for good with the first change, also where the way leads back.
  if (served !== undefined && served !== text) setServed(undefined);
  return text === served && <script type="application/ld+json">{text}</script>;
}
