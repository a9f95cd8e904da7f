import { TEAM_SIZES } from "#schema/facts/facts.ts";
import { type Figures, MIN_FIGURES, type Moved, type Switch } from "#schema/sites/switches.ts";
import { lazily } from "#schema/values/lazily.ts";
import { formatCount } from "../../../ui/counts.ts";

/** ": 51 stayed, 8 partly, 4 went back. Typical time: weeks." Empty if only a few have answered. */
export const figuresText = ({ count, yes, partly, no, time }: Figures): string =>
  count < MIN_FIGURES
    ? ""
    : `: ${formatCount(yes)} stayed, ${formatCount(partly)} partly, ${formatCount(no)} went back.${time ? ` Typical time: ${time}.` : ""}`;

/** Isolates of Unicode keep the direction of each point. */
export const listText = (points: string[]): string => points.map((point) => `\u2068${point}\u2069`).join(", ");

export const movedText = (figures: Figures): string => `${formatCount(figures.count)} moved${figuresText(figures)}`;

/** "42 of 60 stayed." Empty if only a few have answered, and for one team size. */
export function stayedText({ pairs, team }: Moved, slug: string): string {
  const pair = team === null && pairs.find(({ site, count }) => site.slug === slug && count >= MIN_FIGURES);
  return pair ? `${formatCount(pair.yes)} of ${formatCount(pair.count)} who moved stayed.` : "";
}

const month = lazily(() => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }));
const NOW = { yes: "still using it", partly: "partly using it", no: "went back" };

/** "2 to 10 people · moved May 2026 · weeks · still using it · would do it again" */
export const answerText = ({ team_size, moved, time_taken, still_using, would_again }: Switch): string =>
  `${TEAM_SIZES[team_size]} · moved ${month().format(new Date(`${moved}-01`))} · ${time_taken} · ${NOW[still_using]} · would ${would_again ? "" : "not "}do it again`;
