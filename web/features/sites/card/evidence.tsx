import type { Facts } from "#schema/facts/facts.ts";
import { Age } from "../../../ui/age.tsx";

/** What shows that the software lives: how many people marked its code, and when somebody last changed it. */
export function Evidence({ facts: { stars, last_commit: lastCommit, archived } }: { facts: Facts }) {
  if (stars === undefined && !lastCommit && !archived) return null;
  return (
    <p className="evidence">
      {archived && <span className="archived">Archived</span>}
      {stars !== undefined && <span className="stars">{starsText(stars)}</span>}
      {lastCommit && (
        <span>
          <span>Last commit</span> <Age iso={lastCommit} />
        </span>
      )}
    </p>
  );
}

/** "38.9k stars". */
function starsText(stars: number): string {
  if (stars < 1000) return stars === 1 ? "1 star" : `${stars} stars`;
  const [size, letter] = stars < 999_950 ? [1000, "k"] : [1_000_000, "m"];
  return `${(stars / size).toFixed(1).replace(".0", "")}${letter} stars`;
}
