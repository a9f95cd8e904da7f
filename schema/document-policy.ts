/**
 * What a document may load beyond the strict Content-Security-Policy: the editor writes its styles into the page,
 * payments need Stripe's script and frames, signing in needs Google's.
 */
export type DocumentPolicy = "strict" | "editor" | "payment" | "google";

const ADDRESSES: [RegExp, DocumentPolicy][] = [
  [/^\/(sites\/create|site\/edit\/[^/]+|blogs?\/create|blogs\/edit\/[^/]+)\/?$/, "editor"],
  [/^\/pay\/?$/, "payment"],
  [/^\/login\/?$/, "google"],
];

/** The policy of the document at an address. A policy belongs to a document, so a screen with its own is loaded anew. */
export function documentPolicy(pathname: string, { hasGoogle }: { hasGoogle: boolean }): DocumentPolicy {
  const policy = ADDRESSES.find(([address]) => address.test(pathname))?.[1] ?? "strict";
  return policy === "google" && !hasGoogle ? "strict" : policy;
}
