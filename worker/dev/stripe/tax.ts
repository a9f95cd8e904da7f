import type { Customer, Invoice, Price } from "./objects.ts";
import { refuse } from "./store.ts";

/** The seller of the stand-in. It collects tax in the EU by the one-stop shop: https://docs.stripe.com/tax/supported-countries/european-union */
const SELLER = "DE";

/** Standard rates in percent, November 2026: https://taxation-customs.ec.europa.eu/taxation/vat/vat-directive/vat-rates_en */
const RATES: [percent: number, countries: string[]][] = [
  [17, ["LU"]],
  [18, ["MT"]],
  [19, ["CY", "DE"]],
  [20, ["AT", "BG", "FR"]],
  [21, ["BE", "CZ", "ES", "LT", "LV", "NL", "RO"]],
  [22, ["IT", "SI"]],
  [23, ["IE", "PL", "PT", "SK"]],
  [24, ["EE", "GR"]],
  [25, ["DK", "HR", "SE"]],
  [25.5, ["FI"]],
  [27, ["HU"]],
];

/**
 * Returns the buyer's country, or undefined if the address does not tell where the tax is due. The stand-in reads the
 * billing address only, which is the strict reading: Stripe may also use a payment method or an IP address. An address in
 * the USA or Canada must name more than the country.
 * https://docs.stripe.com/tax/customer-locations
 */
export function taxCountry(address: Customer["address"]): string | undefined {
  const { country, postal_code, state } = address ?? {};
  if ((country === "US" && !postal_code) || (country === "CA" && !state)) return undefined;
  return country ?? undefined;
}

/** Throws if automatic tax cannot be turned on: https://docs.stripe.com/tax/subscriptions */
export function requireTaxable({ tax_behavior }: Price, { address }: Customer): void {
  if (tax_behavior !== "inclusive") throw refuse("The stand-in computes tax for prices that include it only.");
  if (taxCountry(address)) return;
  // https://docs.stripe.com/error-codes#customer-tax-location-invalid
  throw refuse("The customer's location isn't recognized.", { code: "customer_tax_location_invalid" });
}

/** https://docs.stripe.com/tax/zero-tax#reverse-charges */
function ruleOf(country: string, isCompany: boolean) {
  const rate = RATES.find(([, countries]) => countries.includes(country));
  if (!rate) return { percent: 0, taxability_reason: "not_collecting" } as const;
  if (isCompany && country !== SELLER) return { percent: 0, taxability_reason: "reverse_charge" } as const;
  return { percent: rate[0], taxability_reason: "standard_rated" } as const;
}

/**
 * Puts the tax into a draft whose price includes it. Without a location the draft says so, and has no tax:
 * https://docs.stripe.com/tax/invoicing
 */
export function addTax(invoice: Invoice, address: Customer["address"], isCompany: boolean): void {
  const country = taxCountry(address);
  invoice.automatic_tax = { status: country ? "complete" : "requires_location_inputs" };
  if (!country) return;
  const { percent, taxability_reason } = ruleOf(country, isCompany);
  const amount = Math.round((invoice.total * percent) / (100 + percent));
  invoice.total_taxes = [{ amount, taxability_reason }];
}
