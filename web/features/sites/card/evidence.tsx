import type { Facts } from "#schema/facts/facts.ts";
import { lazily } from "#schema/values/lazily.ts";
import { useToday } from "../../../browser/today.ts";

const compact = lazily(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }));

/** Whether the software lives. A repository is read now and then, so that only the year of its last commit stays true. */
export function Evidence({ facts: { stars, last_commit: lastCommit, archived } }: { facts: Facts }) {
  const thisYear = new Date(useToday()).getUTCFullYear();
  if (stars === undefined && !lastCommit && !archived) return null;
  const year = lastCommit?.slice(0, 4);
  const isQuiet = archived || thisYear - Number(year) > 1;
  return (
    <p className="evidence">
      {stars !== undefined && (
        <span className="stars">{`${compact().format(stars)} ${stars === 1 ? "star" : "stars"}`}</span>
      )}
      {isQuiet && <span className="archived">{archived ? "No longer developed" : `Last commit in ${year}`}</span>}
      {!isQuiet && year && <span>{`Active in ${year}`}</span>}
    </p>
  );
}
