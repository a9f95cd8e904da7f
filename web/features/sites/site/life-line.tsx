import type { SiteSummary } from "#schema/sites/sites.ts";
import { Age } from "../../../ui/age.tsx";
import { DateText } from "../../../ui/date.tsx";

/** Whether the site lives, as far as we know. */
export function LifeLine({ site }: { site: Pick<SiteSummary, "facts" | "alive" | "standing"> }) {
  const { checked_at: checkedAt } = site.alive;
  const doubt = doubtAbout(site);
  return (
    <>
      {doubt && (
        <p className="archived">
          {site.standing === "closed" && "Closed. "}
          {site.standing === "may_be_closed" && "May be closed. "}
          {doubt}
        </p>
      )}
      {checkedAt && (
        <p className="fact-note">
          Website checked <Age iso={checkedAt} />
        </p>
      )}
    </>
  );
}

function doubtAbout({ facts, alive: { state, since }, standing }: Parameters<typeof LifeLine>[0]["site"]) {
  const sinceThen = since && <DateText iso={since} />;
  if (state === "unreachable") return <>Its website has not answered since {sinceThen}.</>;
  if (state === "parked") return <>Its domain has been for sale since {sinceThen}.</>;
  if (facts.archived) return "Its source code is archived: no longer developed.";
  return standing !== "open" && "Our team found this out.";
}
