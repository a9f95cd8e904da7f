/**
 * What a document may load beyond the strict Content-Security-Policy: the editor writes its styles into the page,
 * payments need Stripe's script and frames, signing in needs Google's.
 */
export type CspVariant = "strict" | "editor" | "payment" | "google";

const VARIANT_OF_PATH: [RegExp, CspVariant][] = [
  [/^\/(sites\/create|site\/edit\/[^/]+|blogs?\/create|blogs\/edit\/[^/]+)\/?$/, "editor"],
  [/^\/pay\/?$/, "payment"],
  [/^\/login\/?$/, "google"],
];

/** The policy of the document at an address. A policy belongs to a document, so a screen with its own is loaded anew. */
export function cspVariantFor(pathname: string, { hasGoogle }: { hasGoogle: boolean }): CspVariant {
  const policy = VARIANT_OF_PATH.find(([address]) => address.test(pathname))?.[1] ?? "strict";
  return policy === "google" && !hasGoogle ? "strict" : policy;
}
