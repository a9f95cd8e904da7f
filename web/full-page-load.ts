import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { cspVariantFor } from "#schema/csp-variant.ts";
import { routerConfigContext } from "./config.tsx";

/** The address that this document was loaded from: its Content-Security-Policy stays until the next one is loaded. */
const loadedFrom = globalThis.location?.pathname ?? "/";

/**
 * For loaders: a screen with a policy of its own is loaded as a document of its own, once.
 * @throws Response that makes the router do so.
 */
export function requireFullPageLoad({ request: { url }, context }: LoaderFunctionArgs): void {
  const policyAt = (pathname: string) =>
    cspVariantFor(pathname, { hasGoogle: context.get(routerConfigContext).googleClientId !== undefined });
  const policy = policyAt(new URL(url).pathname);
  if (policy !== "strict" && policy !== policyAt(loadedFrom)) throw redirectDocument(url);
}
