import type { Facts, FactSources } from "#schema/facts/facts.ts";

type Stated = { facts: Facts; fact_sources: FactSources; facts_checked_at: string };

/** How many of 100 listings of a real directory state a value. */
const PLATFORMS = {
  macos: 25,
  windows: 10,
  linux: 7,
  android: 5,
  ios: 3.5,
  web: 2,
  cli: 1,
  browser_extension: 1,
} as const;
/** Shares of 100 among the listings with a licence or a country. */
const LICENCES = { MIT: 34, "AGPL-3.0": 22, "GPL-3.0": 20, "Apache-2.0": 14, "GPL-2.0": 6, "MPL-2.0": 4 };
const COUNTRIES = { DE: 30, FR: 20, CH: 15, SE: 10, NL: 10, ES: 8, FI: 7 };

/**
 * Returns the facts of an import line. Their shares are those of a real directory. `imported`: slug of the product that
 * some sites import from.
 */
export function syntheticFacts(random: () => number, imported: string): Stated {
  const isOf100 = (share: number) => random() * 100 < share;
  const oneOf = (shares: Record<string, number>) => {
    let rest = random() * 100;
    return Object.keys(shares).find((value) => (rest -= shares[value]!) < 0) ?? Object.keys(shares)[0]!;
  };
  const isOpen = isOf100(55);
  const platforms = (Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[]).filter((name) => isOf100(PLATFORMS[name]));
  const source = "https://code.example/project";
  const facts: Facts = {
    ...(isOpen && { pricing: "free", open_source: true, source_code: source }),
    ...(!isOpen && isOf100(22) && { pricing: isOf100(75) ? "free" : isOf100(78) ? "paid" : "freemium" }),
    ...(isOf100(40) && { licences: [oneOf(LICENCES)] }),
    ...(platforms.length > 0 && { platforms }),
    ...(isOf100(27) && { hosting: ["self_hosted"], stars: Math.floor(1000 * random()), archived: false }),
    ...(isOf100(2) && { imports_from: [imported] }),
    ...(isOf100(5) && { country: oneOf(COUNTRIES) }),
    ...(isOf100(38) && { built_with: ["TypeScript"] }),
    ...(isOf100(80) && { tags: ["A heading of a list"] }),
  };
  return { facts, fact_sources: { ...(facts.licences && { licences: source }) }, facts_checked_at: "2026-08-21" };
}
