import type { Facts } from "#schema/facts/facts.ts";
import { useToday } from "../../../browser/today.ts";

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;

/** Whether the software lives. A repository is read now and then, so that only the year of its last commit stays true. */
export function Evidence({ facts: { stars, last_commit: lastCommit, archived } }: { facts: Facts }) {
  const thisYear = new Date(useToday()).getUTCFullYear();
  const year = lastCommit?.slice(0, 4);
  const isQuiet = archived || thisYear - Number(year) > 1;
  return (
    <p className="evidence">
      {stars !== undefined && (
        <span className="stars">{`${stars.toLocaleString("en", COMPACT)} ${stars === 1 ? "star" : "stars"}`}</span>
      )}
      {(archived || year) && (
        <span className={isQuiet ? "archived" : ""}>
          {archived ? "No longer developed" : `${isQuiet ? "Last commit" : "Active"} in ${year}`}
        </span>
      )}
    </p>
  );
}
