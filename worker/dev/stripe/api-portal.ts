import type { Stripe } from "stripe";
import { changedMetadata, matchesFilter, page, required, type Route, route } from "./api-route.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, PortalConfiguration } from "./objects.ts";
import { refuse } from "./store.ts";

const FEATURES = [
  "customer_update",
  "invoice_history",
  "payment_method_update",
  "subscription_cancel",
  "subscription_update",
] as const;

const CONFIGURATION_PARAMS = [
  "business_profile.headline",
  "business_profile.privacy_policy_url",
  "business_profile.terms_of_service_url",
  "default_return_url",
  ...FEATURES.map((name) => `features.${name}.enabled` as const),
  "features.customer_update.allowed_updates.*",
  "metadata.*",
] as const;

const CONFIGURATION = "billing_portal.configuration";

/** The portal's pages are in `billing-pages.ts`. */
export const PORTAL_ROUTES: Route[] = [
  route<Stripe.BillingPortal.ConfigurationCreateParams>(
    "POST",
    "billing_portal/configurations",
    CONFIGURATION_PARAMS,
    ({ bank, params }) => {
      if (!params["features"]) throw refuse("Missing required param: features.", { code: "parameter_missing" });
      const features = FEATURES.map((name) => [name, { enabled: false }]);
      const configuration: PortalConfiguration = {
        object: CONFIGURATION,
        id: bank.id("bpc"),
        active: true,
        business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
        default_return_url: null,
        features: Object.fromEntries(features) as PortalConfiguration["features"],
        metadata: {},
      };
      return bank.save(changeConfiguration(configuration, params));
    },
  ),
  route<Stripe.BillingPortal.ConfigurationUpdateParams>(
    "POST",
    "billing_portal/configurations/:id",
    CONFIGURATION_PARAMS,
    ({ bank, params, id }) => changeConfiguration(bank.find<PortalConfiguration>(CONFIGURATION, id), params),
  ),
  route<Stripe.BillingPortal.ConfigurationListParams>(
    "GET",
    "billing_portal/configurations",
    ["active", "limit"],
    ({ bank, params }) => {
      const matches = ({ active }: PortalConfiguration) => matchesFilter(String(active), params["active"]);
      return page(params, bank.list<PortalConfiguration>(CONFIGURATION, matches));
    },
  ),
  route<Stripe.BillingPortal.SessionCreateParams>(
    "POST",
    "billing_portal/sessions",
    ["customer", "configuration", "return_url"],
    ({ bank, params }) => {
      const { id: customer } = bank.find<Customer>("customer", required(params, "customer"));
      const configuration = textOf(params["configuration"]);
      if (configuration !== undefined) bank.find<PortalConfiguration>(CONFIGURATION, configuration);
      const back = new URL(required(params, "return_url"));
      const url = `${back.origin}/dev/stripe/portal?${new URLSearchParams({ customer, back: back.href })}`;
      return { object: "billing_portal.session", id: bank.id("bps"), url };
    },
  ),
];

/** What is not given stays: https://docs.stripe.com/api/customer_portal/configurations/update */
function changeConfiguration(configuration: PortalConfiguration, params: Params): PortalConfiguration {
  const { business_profile, default_return_url, features, metadata } = params;
  for (const [name, given] of Object.entries(mapOf(features))) {
    const { enabled, ...more } = mapOf(given);
    const updates = listOf(more["allowed_updates"]);
    Object.assign(configuration.features[name as (typeof FEATURES)[number]], {
      ...(enabled !== undefined && { enabled: enabled === "true" }),
      ...(updates.length > 0 && { allowed_updates: updates }),
    });
  }
  return Object.assign(configuration, {
    business_profile: { ...configuration.business_profile, ...mapOf(business_profile) },
    ...(default_return_url !== undefined && { default_return_url: textOf(default_return_url) || null }),
    metadata: changedMetadata(configuration.metadata ?? {}, metadata),
  });
}
