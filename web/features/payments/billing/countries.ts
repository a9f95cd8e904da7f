/** ISO 3166-1 alpha-2, without places where nobody lives. */
const CODES =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

const names = new Intl.DisplayNames("en", { type: "region" });

export const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);

export const COUNTRIES: { code: string; name: string }[] = CODES.map((code) => ({
  code,
  name: countryName(code),
})).toSorted((a, b) => a.name.localeCompare(b.name, "en"));

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
