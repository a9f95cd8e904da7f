import { Field, make } from "./dom.js";
import { Element } from "./element.js";
import { IntegrationError, validationError } from "./errors.js";

/** The countries of the EU. Greece's numbers begin with EL: https://docs.stripe.com/billing/customer/tax-ids */
const EU = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));
const OTHER_VAT = new Set(["CH", "GB", "NO"]);
const BETA = "elements_tax_id_1";

const WHEN = ["always", "never", "auto"];
const TAX_ID_RULES = {
  visibility: WHEN,
  fields: { businessName: WHEN },
  validation: { businessName: { required: WHEN }, taxId: { required: WHEN } },
  verification: { taxId: { mode: ["if_supported", "never"] } },
  defaultValues: { businessName: "string", taxIdType: "string", taxId: "string" },
};

/** https://docs.stripe.com/js/elements_object/create_tax_id_element says that Stripe.js needs the beta for it. */
export class TaxIdElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, options, TAX_ID_RULES);
    if (!group.betas.includes(BETA)) {
      throw new IntegrationError(`The taxId Element requires the ${BETA} beta: pass betas: ['${BETA}'] to Stripe().`);
    }
    const { businessName = "", taxId = "" } = options.defaultValues ?? {};
    const onInput = () => this.emitChange();
    const required = (name) => options.validation?.[name]?.required === "always";
    this.businessName = new Field({
      name: "businessName",
      label: "Business name",
      value: businessName,
      autocomplete: "organization",
      isOptional: !required("businessName"),
      onInput,
    });
    this.taxId = new Field({
      name: "taxId",
      label: "VAT number",
      value: taxId,
      isOptional: !required("taxId"),
      onInput,
    });
    this.node = make("div", {}, [this.businessName.node, this.taxId.node]);
    this.show();
  }
  get country() {
    const address = this.group.elements.address;
    return address
      ? address.fields.country.value
      : (this.options.defaultValues?.taxIdType ?? "de").slice(0, 2).toUpperCase();
  }
  get visible() {
    const { visibility = "auto" } = this.options;
    return visibility === "always" || (visibility === "auto" && (EU.has(this.country) || OTHER_VAT.has(this.country)));
  }
  show() {
    this.node.hidden = !this.visible;
    this.businessName.node.hidden = this.options.fields?.businessName === "never";
  }
  get event() {
    const type = `${this.country.toLowerCase()}_vat`;
    const value = {
      businessName: this.businessName.value,
      taxId: this.taxId.value,
      taxIdType: type,
      externalTaxIdType: EU.has(this.country) ? "eu_vat" : type,
    };
    const complete = !this.visible || !(this.businessName.isMissing || this.taxId.isMissing);
    return { empty: !value.businessName && !value.taxId, complete, visible: this.visible, value };
  }
  emitChange() {
    this.show();
    this.emit("change", this.event);
  }
  async getValue() {
    this.check();
    return { elementType: "taxId", ...this.event };
  }
  check() {
    if (this.event.complete) return undefined;
    for (const field of [this.businessName, this.taxId]) {
      if (field.isMissing) field.complain("This field is incomplete.");
    }
    return validationError("incomplete_tax_id", "Your tax ID is incomplete.");
  }
}
