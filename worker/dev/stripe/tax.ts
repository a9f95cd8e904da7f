import type { Customer, Invoice, InvoiceLine, Price, TaxId } from "./objects.ts";
import { refuse, StripeError } from "./store.ts";

/** The seller of the stand-in. It collects tax in the EU by the one-stop shop: https://docs.stripe.com/tax/supported-countries/european-union */
const SELLER = "DE";

/** Standard rates in percent, November 2026: https://taxation-customs.ec.europa.eu/taxation/vat/vat-directive/vat-rates_en */
const RATES: Record<string, number> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};

/** Of these countries the address must name more than the country: https://docs.stripe.com/tax/customer-locations */
const NEEDED: Record<string, "postal_code" | "state"> = { US: "postal_code", CA: "state" };

export type Buyer = {
  address: Customer["address"] | undefined;
  taxIds: Pick<TaxId, "type" | "value" | "verification">[];
};

/**
 * Returns the buyer's country, or undefined if the address does not tell where the tax is due. The stand-in reads the
 * billing address only, which is the strict reading: Stripe may also use a payment method or an IP address.
 * https://docs.stripe.com/tax/customer-locations
 */
export function taxCountry({ address }: Buyer): string | undefined {
  const country = address?.country;
  const needed = country ? NEEDED[country] : undefined;
  return country && /^[A-Z]{2}$/.test(country) && !(needed && !address[needed]) ? country : undefined;
}

/** https://docs.stripe.com/error-codes#customer-tax-location-invalid */
export const locationInvalid = () =>
  new StripeError(
    400,
    "invalid_request_error",
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: "customer_tax_location_invalid" },
  );

/** Throws if automatic tax cannot be turned on: https://docs.stripe.com/tax/subscriptions */
export function requireTaxable({ tax_behavior }: Price, buyer: Buyer): void {
  if (tax_behavior !== "inclusive") throw refuse("The stand-in computes tax for prices that include it only.");
  if (!taxCountry(buyer)) throw locationInvalid();
}

type Tax = InvoiceLine["taxes"] extends (infer One)[] | null ? One : never;

/** `percent` of the price is included in it. */
function ruleOf({ taxIds, address }: Buyer): { percent: number; taxability_reason: Tax["taxability_reason"] } {
  const country = address!.country!;
  const percent = RATES[country];
  if (percent === undefined) return { percent: 0, taxability_reason: "not_collecting" };
  // https://docs.stripe.com/tax/zero-tax#reverse-charges. A number that is refused by its register counts as none.
  const isCompany = taxIds.some(({ type, verification }) => type === "eu_vat" && verification?.status !== "unverified");
  if (isCompany && country !== SELLER) return { percent: 0, taxability_reason: "reverse_charge" };
  return { percent, taxability_reason: "standard_rated" };
}

/** The tax that an inclusive amount (cents) contains: https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior */
function taxOf(amount: number, buyer: Buyer): Tax {
  const { percent, taxability_reason } = ruleOf(buyer);
  const tax = Math.round((amount * percent) / (100 + percent));
  return {
    amount: tax,
    tax_behavior: "inclusive",
    tax_rate_details: { tax_rate: `txr_${buyer.address!.country!.toLowerCase()}_${percent}` },
    taxability_reason,
    taxable_amount: percent === 0 ? 0 : amount - tax,
    type: "tax_rate_details",
  };
}

/**
 * Puts the tax into a draft whose prices include it. Without a location the draft says so, and has no tax:
 * https://docs.stripe.com/tax/invoicing
 */
export function addTax(invoice: Invoice, buyer: Buyer): void {
  const country = taxCountry(buyer);
  invoice.automatic_tax = {
    disabled_reason: null,
    enabled: true,
    liability: { type: "self" },
    provider: "stripe",
    status: country ? "complete" : "requires_location_inputs",
  };
  if (!country) return;
  for (const line of invoice.lines.data) {
    const discounted = (line.discount_amounts ?? []).reduce((left, { amount }) => left - amount, line.amount);
    line.taxes = [taxOf(discounted, buyer)];
  }
  const taxes = invoice.lines.data.flatMap((line) => line.taxes ?? []);
  const sum = (name: "amount" | "taxable_amount") => taxes.reduce((total, one) => total + (one[name] ?? 0), 0);
  const total = sum("amount");
  invoice.total_taxes = taxes[0] ? [{ ...taxes[0], amount: total, taxable_amount: sum("taxable_amount") }] : [];
  invoice.total_excluding_tax = invoice.total - total;
  invoice.subtotal_excluding_tax = invoice.lines.data.reduce(
    (rest, { amount }) => rest + amount - taxOf(amount, buyer).amount,
    0,
  );
}
