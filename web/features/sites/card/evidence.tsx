import { lazily } from "#schema/values/lazily.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { type AliveState, STANDING_LABELS } from "#schema/sites/life.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { useToday } from "../../../browser/today.ts";
import { Age } from "../../../ui/age.tsx";

const compact = lazily(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }));
const QUIET_MS = 2 * 365 * DAY_MS;
const GONE: Partial<Record<AliveState, string>> = { unreachable: "No answer", parked: "Domain for sale" };

/** Signs of life. What may have ended, or had no commit for two years, is marked. */
export function Evidence({
  site: { facts, alive, standing },
}: {
  site: Pick<CardSite, "facts" | "alive" | "standing">;
}) {
  const { stars, last_commit: lastCommit, archived } = facts;
  const isQuiet = useToday() - Date.parse(lastCommit ?? "") > QUIET_MS;
  const past = STANDING_LABELS[standing] || (archived && "No longer developed") || GONE[alive.state];
  return (
    <p className="evidence">
      {stars !== undefined && (
        <span className="stars">{`${compact().format(stars)} ${stars === 1 ? "star" : "stars"}`}</span>
      )}
      {past && <span className="archived">{past}</span>}
      {lastCommit && !archived && (
        <span className={isQuiet ? "archived" : ""}>
          <span>Last commit</span> <Age iso={lastCommit} />
        </span>
      )}
      {alive.checked_at && (
        <span>
          <span>Checked</span> <Age iso={alive.checked_at} />
        </span>
      )}
    </p>
  );
}
