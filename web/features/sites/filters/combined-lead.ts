import type { Combination } from "#schema/facts/combinations.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { countText, formatCount } from "../../../ui/counts.ts";

/** "9 of 14 alternatives to Slack are open source." `total` and `what` are of the list without the filter. */
export function combinedLead(
  { says: [one, many] }: Combination,
  { count, count_capped }: CardPage,
  total: number,
  what: [one: string, many: string],
): string {
  const whole = countText(total, what);
  if (count === 0) return `None of ${whole} states that it ${one}.`;
  const number = `${formatCount(count)}${count_capped ? "+" : ""}`;
  const leftOut = count < total ? " Sites that do not state it are left out." : "";
  return `${number} of ${whole} ${count === 1 ? one : many}.${leftOut}`;
}
