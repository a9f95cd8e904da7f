const CHARS_MAX = 500;

/**
 * Returns one line of at most 500 characters, which is Stripe's limit. Control and invisible format characters of the
 * name become spaces.
 */
export function invoiceDescription(siteName: string): string {
  const name = siteName
    .toWellFormed()
    // The zero-width joiners stay: some scripts and emoji need them.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const text = `Featured listing: ${name}`.trim();
  return text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
