/**
 * A variant of the Content-Security-Policy. The others allow more than `strict`: `editor` allows the styles that
 * Editor.js adds to the page, `payment` allows Stripe's scripts and frames, `google` allows Google's.
 */
export type CspVariant = "strict" | "editor" | "payment" | "google";

const VARIANT_OF_PATH: [RegExp, CspVariant][] = [
  [/^\/(sites\/create|site\/edit\/[^/]+|blogs?\/create|blogs\/edit\/[^/]+)\/?$/, "editor"],
  [/^\/pay\/?$/, "payment"],
  [/^\/login\/?$/, "google"],
];

/**
 * Returns the variant for the page at this path. A browser keeps the policy of the document that it loaded, so the
 * client must load a screen with another variant as a new document (`web/full-page-load.ts`).
 */
export function cspVariantFor(pathname: string, { hasGoogle }: { hasGoogle: boolean }): CspVariant {
  const variant = VARIANT_OF_PATH.find(([path]) => path.test(pathname))?.[1] ?? "strict";
  return variant === "google" && !hasGoogle ? "strict" : variant;
}
