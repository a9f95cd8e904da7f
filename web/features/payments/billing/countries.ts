import { COUNTRY_NAMES } from "#schema/countries.ts";

export const COUNTRIES: { code: string; name: string }[] = Object.entries(COUNTRY_NAMES)
  .map(([code, name]) => ({ code, name }))
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));

const EU = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));
/** Types of other countries at Stripe: https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id */
const TAX_ID_TYPES: Record<string, string> = {
  AE: "ae_trn",
  AU: "au_abn",
  BR: "br_cnpj",
  CA: "ca_bn",
  CH: "ch_vat",
  CL: "cl_tin",
  GB: "gb_vat",
  GE: "ge_vat",
  IL: "il_vat",
  IN: "in_gst",
  IS: "is_vat",
  JP: "jp_trn",
  KE: "ke_pin",
  KR: "kr_brn",
  LI: "li_vat",
  MX: "mx_rfc",
  MY: "my_sst",
  NO: "no_vat",
  NZ: "nz_gst",
  PH: "ph_tin",
  SA: "sa_vat",
  SG: "sg_gst",
  TH: "th_vat",
  TR: "tr_tin",
  TW: "tw_vat",
  UA: "ua_vat",
  US: "us_ein",
  ZA: "za_vat",
};

/** The type of the tax number that companies of a country have, or undefined if we take none. */
export const taxIdTypeOf = (country: string) => (EU.has(country) ? "eu_vat" : TAX_ID_TYPES[country]);
