/** What Stripe.js throws at a page that uses it wrongly: https://docs.stripe.com/js */
export class IntegrationError extends Error {
  name = "IntegrationError";
}

/**
 * Throws for an unknown option or a wrong value. A rule is a type (`"string"`), a list of values, or the rules of a nested
 * object. Stripe.js only warns of some unknown options. To refuse all of them is the stricter reading.
 */
export function checkOptions(call, options, rules, path = "") {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      throw new IntegrationError(`Unrecognized ${call} parameter: ${path}${name} is not a recognized parameter.`);
    }
    const kind = Array.isArray(value) ? "array" : typeof value;
    const isRight = Array.isArray(rule) ? rule.includes(value) : kind === (typeof rule === "object" ? "object" : rule);
    if (!isRight) throw new IntegrationError(`Invalid value for ${call}: ${path}${name} should be ${String(rule)}.`);
    if (kind === "object" && typeof rule === "object") checkOptions(call, value, rule, `${path}${name}.`);
  }
}

/** An error that Stripe.js returns: https://docs.stripe.com/js/appendix/error_object */
export const validationError = (code, message) => ({ type: "validation_error", code, message });
