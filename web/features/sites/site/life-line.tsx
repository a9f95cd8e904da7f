import { isGone } from "#schema/sites/life.ts";
import type { SiteSummary } from "#schema/sites/sites.ts";
import { Age } from "../../../ui/age.tsx";

const WHY = { parked: "its domain is for sale", unreachable: "its website has not answered our checks" } as const;
const PAST = { open: "It may have ended", may_be_closed: "It may be closed", closed: "It is closed" };

/** Whether the site lives, as far as we know. */
export function LifeLine({
  site: { facts, alive, standing },
}: {
  site: Pick<SiteSummary, "facts" | "alive" | "standing">;
}) {
  const { state, checked_at: checkedAt, since } = alive;
  const why = isGone(state) ? WHY[state as keyof typeof WHY] : facts.archived && "its source code is archived";
  const isPast = standing !== "open" || why;
  return (
    <>
      {isPast && (
        <p className="archived">
          {why ? `${PAST[standing]}: ${why}` : PAST[standing]}
          {isGone(state) && since && (
            <>
              {", first seen "}
              <Age iso={since} />
            </>
          )}
          .
        </p>
      )}
      {checkedAt && (
        <p className="life-line">
          Checked <Age iso={checkedAt} />
          {state === "alive" && ": the website answers"}.
        </p>
      )}
    </>
  );
}
