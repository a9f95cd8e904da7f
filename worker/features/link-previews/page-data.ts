import { type Facts, PERIODS, type Price } from "#schema/facts/facts.ts";
import { ownValue } from "#schema/values/records.ts";

type Node = Record<string, unknown>;

const APPS = new Set(["SoftwareApplication", "WebApplication", "MobileApplication"]);
const MAX_NODES = 500;

/**
 * Returns what the JSON-LD of a page states about its software, see https://schema.org/SoftwareApplication. A page that
 * describes several applications does not say which one is its own. The values are not checked.
 */
export function factsOfData(scripts: string[]): { [F in keyof Facts]?: Facts[F] } {
  const apps = scripts.flatMap(nodesIn).filter((node) => listOf(node["@type"]).some((type) => APPS.has(textOf(type))));
  const [app, ...others] = apps;
  if (!app || others.length > 0) return {};
  return {
    platforms: platformsOf(app),
    licences: listOf(app["license"]).flatMap(licenceIn),
    ...pricesOf(listOf(app["offers"]).filter(isNode)),
  };
}

/** Nodes inside others are left out: an application that a review names may be somebody else's. */
function nodesIn(script: string): Node[] {
  const nodes: Node[] = [];
  const waiting: unknown[] = [parse(script)];
  while (waiting.length > 0 && nodes.length < MAX_NODES) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.slice(0, MAX_NODES));
    else if (isNode(next)) {
      nodes.push(next);
      waiting.push(next["@graph"], next["mainEntity"]);
    }
  }
  return nodes;
}

function parse(script: string): unknown {
  try {
    return JSON.parse(script);
  } catch {
    return undefined;
  }
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, MAX_NODES) : [value];

/** `String` would throw for an object of the page such as `{ "toString": 1 }`. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

const SYSTEMS: [RegExp, NonNullable<Facts["platforms"]>[number]][] = [
  [/\bweb\b|\bbrowser\b/i, "web"],
  [/\bwindows\b/i, "windows"],
  [/\bmac ?os\b|\bos ?x\b/i, "macos"],
  [/\blinux\b/i, "linux"],
  [/\bios\b|\bipados\b/i, "ios"],
  [/\bandroid\b/i, "android"],
];

function platformsOf(app: Node): NonNullable<Facts["platforms"]> {
  const text = listOf(app["operatingSystem"]).map(textOf).join(", ").slice(0, 500);
  const isWeb = listOf(app["@type"]).includes("WebApplication");
  return SYSTEMS.flatMap(([words, platform]) => (words.test(text) || (platform === "web" && isWeb) ? [platform] : []));
}

/** A licence is stated by its identifier, or by an address that ends in it. */
function licenceIn(value: unknown): string[] {
  const text = isNode(value) ? (value["url"] ?? value["name"]) : value;
  const [, id] = /^(?:https?:\/\/(?:\S+\/)?)?([\w.+-]+?)(?:\.html|\/)?$/.exec(textOf(text).trim().slice(0, 300)) ?? [];
  return id ? [id] : [];
}

/** Codes of UN/CEFACT, durations of ISO 8601, and words. */
const UNITS: Readonly<Record<string, Price["per"]>> = {
  MON: "month",
  P1M: "month",
  MONTH: "month",
  ANN: "year",
  P1Y: "year",
  YEAR: "year",
};

function pricesOf(offers: Node[]): Pick<Facts, "pricing" | "price_from"> {
  const prices = offers.flatMap((offer) =>
    ["price", "lowPrice", "highPrice"].flatMap((name) => {
      const specification = listOf(offer["priceSpecification"]).find(isNode) ?? {};
      const given = offer[name] ?? (name === "price" ? specification["price"] : undefined);
      const amount = textOf(given).trim();
      if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(amount)) return [];
      return [{ amount, offer: { ...offer, ...specification } }];
    }),
  );
  if (prices.length === 0) return {};
  const paid = prices.filter(({ amount }) => Number(amount) > 0);
  const [least] = paid.toSorted((a, b) => Number(a.amount) - Number(b.amount));
  const pricing = !least ? "free" : paid.length < prices.length ? "freemium" : "paid";
  const per = least && periodOf(least.offer);
  const currency = least?.offer["priceCurrency"];
  return {
    pricing,
    ...(least && per && typeof currency === "string" && { price_from: { amount: least.amount, currency, per } }),
  };
}

/** A price without a period is none: nobody knows whether it is for a month or for ever. */
function periodOf(offer: Node): Price["per"] | undefined {
  const stated = ["billingDuration", "unitCode", "unitText", "referenceQuantity"].flatMap((name) => {
    const value = offer[name];
    return isNode(value) ? [value["unitCode"], value["unitText"]] : [value];
  });
  const per = stated.map((value) => ownValue(UNITS, textOf(value).toUpperCase())).find((value) => value !== undefined);
  return per && Object.hasOwn(PERIODS, per) ? per : undefined;
}
