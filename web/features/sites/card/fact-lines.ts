import { factParts, factText, priceText, pricingText } from "#schema/facts/fact-texts.ts";
import type { Facts } from "#schema/facts/facts.ts";

/** More platforms than this are counted. */
const NAMED_PLATFORMS = 3;
const NAMED_LICENCES = 2;

type FactLine = "price" | "licence" | "hosting" | "platforms" | "country";

/** What a card or a row says about the facts that people ask for most. "" if nobody has stated it. */
export const FACT_LINES: Record<FactLine, { heading: string; filters: readonly string[]; text(facts: Facts): string }> =
  {
    price: {
      heading: "Price",
      filters: ["pricing", "free_plan"],
      text({ pricing, price_from: price, free_plan: hasFreePlan, hosting }) {
        if (price && pricing === "one_time") return priceText(price);
        const isAlsoFree = pricing === "freemium" || hasFreePlan;
        if (price) return `${isAlsoFree ? "Free plan, or from" : "From"} ${priceText(price)}`;
        if (pricing) return pricingText(pricing, hosting);
        return hasFreePlan ? "Free plan" : "";
      },
    },
    licence: {
      heading: "Licence",
      filters: ["licence", "licence_type", "open_source"],
      text({ licences = [], open_source: isOpen }) {
        if (isOpen && licences.join() === "Proprietary") return "Licence disputed";
        if (licences.length > NAMED_LICENCES) return `${licences.length} licences`;
        if (licences.length > 0) return licences.join(", ");
        return isOpen === undefined ? "" : isOpen ? "Open source" : "Not open source";
      },
    },
    hosting: {
      heading: "Hosting",
      filters: ["hosting"],
      text({ hosting = [] }) {
        if (!hosting.includes("self_hosted")) return hosting.length > 0 ? "Cloud" : "";
        return hosting.includes("cloud") ? "Self-hosted or cloud" : "Self-hosted";
      },
    },
    platforms: {
      heading: "Runs on",
      filters: ["platform", "runs_on"],
      text: ({ platforms = [] }) =>
        platforms.length > NAMED_PLATFORMS
          ? `${platforms.length} platforms`
          : factParts("platforms", platforms).join(", "),
    },
    country: {
      heading: "Country",
      filters: ["country"],
      text: ({ country }) => (country ? factText("country", country) : ""),
    },
  };

export const FACT_LINE_NAMES = Object.keys(FACT_LINES) as FactLine[];
