/**
 * What a document may load beyond the strict Content-Security-Policy: the editor writes its styles into the page,
 * payments need Stripe's script and frames.
 */
export type DocumentPolicy = "strict" | "editor" | "payment";

const ADDRESSES: [RegExp, DocumentPolicy][] = [
  [/^\/(sites\/create|site\/edit\/[^/]+|blogs?\/create|blogs\/edit\/[^/]+)\/?$/, "editor"],
  [/^\/pay\/?$/, "payment"],
];

/** The policy of the document at an address. A policy belongs to a document, so a screen with its own is loaded anew. */
export const documentPolicy = (pathname: string): DocumentPolicy =>
  ADDRESSES.find(([address]) => address.test(pathname))?.[1] ?? "strict";
