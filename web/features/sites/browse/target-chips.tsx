import { Link } from "react-router";
import type { TargetLink } from "#schema/pages.ts";
import { targetPath } from "#schema/paths.ts";
import { formatCount } from "./counts.ts";

export function TargetChips({ targets }: { targets: TargetLink[] }) {
  return (
    <ul className="chips">
      {targets.map(({ name, slug, count }) => (
        <li key={slug}>
          <Link className="chip chip-link" to={targetPath(slug)}>
            {name} <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
