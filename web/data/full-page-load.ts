import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { cspVariantFor } from "#schema/pages/csp-variant.ts";
import { routerConfigContext } from "./config.tsx";

/** The Content-Security-Policy of this path applies until the next document is loaded. */
const loadedFrom = globalThis.location?.pathname ?? "/";

/**
 * For loaders. Loads a new document if the screen needs another Content-Security-Policy than the current document.
 * @throws Response that makes the router load the document.
 */
export function requireFullPageLoad({ request: { url }, context }: LoaderFunctionArgs): void {
  const policyAt = (pathname: string) =>
    cspVariantFor(pathname, { hasGoogle: context.get(routerConfigContext).googleClientId !== undefined });
  const policy = policyAt(new URL(url).pathname);
  if (policy !== "strict" && policy !== policyAt(loadedFrom)) throw redirectDocument(url);
}
