import { type Facts, KEY_FACTS } from "#schema/facts/facts.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { isBlankPair, toDraftPair } from "../draft/draft-pair.ts";
import { countText } from "../../../ui/counts.ts";

type Stated = { facts: Facts; alternatives: (Pair & { name: string })[] };

export const COMPLETE = "Complete your listing: 3 minutes";

/** What people who compare miss most, with the tab of the form that asks for it. */
export function listingGaps({ facts, alternatives }: Stated): { tab: "facts" | "alternatives"; text: string }[] {
  const missing = KEY_FACTS.filter((name) => !(name in facts)).length;
  const [first] = alternatives;
  return [
    ...(first ? [] : [{ tab: "alternatives" as const, text: "Say what it replaces" }]),
    ...(missing * 2 > KEY_FACTS.length
      ? [{ tab: "facts" as const, text: `State ${countText(missing, ["missing fact", "missing facts"])}` }]
      : []),
    ...(first && alternatives.every((pair) => isBlankPair(toDraftPair(pair)))
      ? [{ tab: "alternatives" as const, text: `Say how it replaces ${first.name}` }]
      : []),
  ];
}
