/** Stripe takes 500 characters. */
const CHARS_MAX = 500;

/** What the owner reads on invoices. A name may hold anything: one line of it, without what is not shown or turns text around. */
export function invoiceDescription(siteName: string): string {
  const name = siteName
    .toWellFormed()
    // But the joiners that scripts and emoji need.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const text = `Featured listing: ${name}`.trim();
  return text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
