/**
 * Variants of the Content-Security-Policy. Compared with `strict`, `editor` also allows the styles that Editor.js adds,
 * and `payment` and `google` the scripts and frames of Stripe and Google.
 */
export type CspVariant = "strict" | "editor" | "payment" | "google";

const VARIANT_OF_PATH: [RegExp, CspVariant][] = [
  [/^\/(sites\/create|site\/edit\/[^/]+|blogs?\/create|blogs\/edit\/[^/]+)\/?$/, "editor"],
  [/^\/pay\/?$/, "payment"],
  [/^\/login\/?$/, "google"],
];

/**
 * A browser keeps the policy of the document that it loaded, so the client must load a screen with another variant as a
 * new document (`web/data/full-page-load.ts`).
 */
export function cspVariantFor(pathname: string, { hasGoogle }: { hasGoogle: boolean }): CspVariant {
  const variant = VARIANT_OF_PATH.find(([path]) => path.test(pathname))?.[1] ?? "strict";
  return variant === "google" && !hasGoogle ? "strict" : variant;
}
