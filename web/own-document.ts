import { redirectDocument } from "react-router";
import { documentPolicy } from "#schema/document-policy.ts";

/** The address that this document was loaded from: its Content-Security-Policy stays until the next one is loaded. */
const loadedFrom = globalThis.location?.pathname ?? "/";

/**
 * For loaders: a screen with a policy of its own is loaded as a document of its own, once.
 * @throws Response that makes the router do so.
 */
export function openAsOwnDocument({ url }: Request): void {
  const policy = documentPolicy(new URL(url).pathname);
  if (policy !== "strict" && policy !== documentPolicy(loadedFrom)) throw redirectDocument(url);
}
