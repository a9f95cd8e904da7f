import type { Facts } from "#schema/facts/facts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { lazily } from "#schema/values/lazily.ts";
import { useToday } from "../../../browser/today.ts";
import { Age } from "../../../ui/age.tsx";

const compact = lazily(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }));
const QUIET_MS = 2 * 365 * DAY_MS;

/** Whether the software lives. What is archived, or had no commit for two years, is marked. */
export function Evidence({ facts: { stars, last_commit: lastCommit, archived } }: { facts: Facts }) {
  const isQuiet = useToday() - Date.parse(lastCommit ?? "") > QUIET_MS;
  return (
    <p className="evidence">
      {stars !== undefined && (
        <span className="stars">{`${compact().format(stars)} ${stars === 1 ? "star" : "stars"}`}</span>
      )}
      {archived && <span className="archived">No longer developed</span>}
      {lastCommit && !archived && (
        <span className={isQuiet ? "archived" : ""}>
          <span>Last commit</span> <Age iso={lastCommit} />
        </span>
      )}
    </p>
  );
}
