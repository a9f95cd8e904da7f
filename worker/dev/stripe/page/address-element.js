import { Field, make } from "./dom.js";
import { Element } from "./element.js";
import { IntegrationError, validationError } from "./errors.js";

/** ISO 3166-1 alpha-2. */
const COUNTRIES =
  "AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );
/** Of these countries the Element asks for the state, too. */
const WITH_STATE = new Set(["AU", "BR", "CA", "CN", "ES", "IN", "IT", "JP", "MX", "US"]);
const WITHOUT_POSTAL_CODE = new Set(["AE", "AG", "BS", "FJ", "HK", "IE", "QA"]);

const ADDRESS_RULES = {
  mode: ["billing", "shipping"],
  allowedCountries: "array",
  autocomplete: { mode: ["automatic", "disabled", "google_maps_api"], apiKey: "string" },
  blockPoBox: "boolean",
  contacts: "array",
  defaultValues: { name: "string", firstName: "string", lastName: "string", address: "object", phone: "string" },
  fields: { phone: ["always", "never", "auto"], name: ["never", "auto"] },
  validation: { phone: { required: ["always", "never", "auto"] } },
  display: { name: ["full", "split", "organization"] },
};

/** https://docs.stripe.com/js/elements_object/create_address_element */
export class AddressElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, withoutNull(options), ADDRESS_RULES);
    if (!options.mode) throw new IntegrationError("You must supply options.mode: 'billing' or 'shipping'.");
    const { name, address = {} } = this.options.defaultValues ?? {};
    const names = new Intl.DisplayNames("en", { type: "region" });
    const countries = this.options.allowedCountries ?? COUNTRIES;
    const choices = countries.map((code) => [code, names.of(code)]).toSorted(([, a], [, b]) => a.localeCompare(b));
    const field = (key, label, value, more) => new Field({ name: key, label, value: value ?? "", onInput, ...more });
    const onInput = () => this.emitChange();
    const isCompany = this.options.display?.name === "organization";
    this.fields = {
      name: field("name", isCompany ? "Organization name" : "Full name", name, { autocomplete: "name" }),
      country: field("country", "Country or region", address.country ?? choices[0][0], {
        autocomplete: "country",
        choices,
      }),
      line1: field("addressLine1", "Address line 1", address.line1, { autocomplete: "address-line1" }),
      line2: field("addressLine2", "Address line 2", address.line2, {
        autocomplete: "address-line2",
        isOptional: true,
      }),
      postal_code: field("postalCode", "Postal code", address.postal_code, { autocomplete: "postal-code" }),
      city: field("locality", "City", address.city, { autocomplete: "address-level2" }),
      state: field("administrativeArea", "State", address.state, { autocomplete: "address-level1" }),
    };
    const legend = make("legend", { textContent: "Billing address", hidden: true });
    this.node = make("fieldset", { style: { border: "0", margin: "0", padding: "0" } }, [
      legend,
      ...Object.values(this.fields).map(({ node }) => node),
    ]);
    this.showParts();
  }
  showParts() {
    const country = this.fields.country.value;
    this.fields.name.node.hidden = this.options.fields?.name === "never";
    this.fields.state.node.hidden = !WITH_STATE.has(country);
    this.fields.postal_code.node.hidden = WITHOUT_POSTAL_CODE.has(country);
  }
  get event() {
    const { name, line2, ...fields } = this.fields;
    const part = (field) => (field.node.hidden ? "" : field.value);
    const parts = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, part(field)]));
    const all = [name, line2, ...Object.values(fields)];
    return {
      elementMode: this.options.mode,
      empty: all.every((field) => field === fields.country || field.value === ""),
      complete: !all.some(({ isMissing }) => isMissing),
      isNewAddress: true,
      value: { name: part(name), address: { ...parts, line2: line2.value || null } },
    };
  }
  emitChange() {
    this.showParts();
    this.emit("change", this.event);
    this.group.onCountry?.();
  }
  async getValue() {
    this.check();
    const { complete, isNewAddress, value } = this.event;
    return { complete, isNewAddress, value };
  }
  check() {
    const missing = Object.values(this.fields).filter(({ isMissing }) => isMissing);
    for (const field of missing) field.complain("This field is incomplete.");
    return missing.length === 0 ? undefined : validationError("incomplete_address", "Your address is incomplete.");
  }
}

/** `null` stands for an option that is not set. */
const withoutNull = (options) => JSON.parse(JSON.stringify(options, (_, value) => value ?? undefined));
