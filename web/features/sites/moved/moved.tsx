import { useState } from "react";
import { Link } from "react-router";
import { TEAM_SIZES } from "#schema/facts/facts.ts";
import { aboutPath, productPath, sitePath } from "#schema/pages/paths.ts";
import type { Moved as MovedData, MovedPair } from "#schema/sites/switches.ts";
import { formatCount } from "../../../ui/counts.ts";
import { Answer } from "./answer.tsx";
import { figuresText, listText } from "./moved-texts.ts";

type Props = {
  moved: MovedData;
  /** Of the site whose page it is. Without it, the page is that of a product. */
  siteId?: number;
};

/** Pairs before all else: the first result below them starts on the first screen of a phone. */
const FIRST = 1;

/** What people say who moved: figures first, all else behind a press. */
export function Moved({ moved, siteId }: Props) {
  const { pairs, missing, texts, team } = moved;
  const [isOpen, setOpen] = useState(team !== null);
  if (pairs.length === 0 && team === null) return null;
  const lineOf = (pair: MovedPair) => {
    const { name, slug } = siteId === undefined ? pair.site : pair.product;
    const path = siteId === undefined ? sitePath(slug) : productPath(slug);
    return (
      <li key={name}>
        {`${formatCount(pair.count)} moved ${siteId === undefined ? "to" : "from"} `}
        {slug ? <Link to={`${path}#moved`}>{name}</Link> : name}
        {figuresText(pair)}
      </li>
    );
  };
  return (
    <section id="moved" className="verdict moved" aria-labelledby="moved-title">
      <h2 id="moved-title">People who moved</h2>
      <ul>{pairs.slice(0, FIRST).map(lineOf)}</ul>
      {pairs.length === 0 && <p>Nobody with a team of this size has answered yet.</p>}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>What they say</summary>
        <ul>{pairs.slice(FIRST).map(lineOf)}</ul>
        <nav className="meta" aria-label="Team size">
          {Object.entries({ "": "All teams", ...TEAM_SIZES }).map(([size, label]) => (
            <Link
              key={size}
              className="touch-link"
              to={size ? `?team=${size}#moved` : "#moved"}
              rel="nofollow"
              aria-current={size === (team ?? "") || undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        {missing.length > 0 && (
          <p>Missing most: {listText(missing.map(({ text, count }) => `${text} (${formatCount(count)})`))}</p>
        )}
        <ul className="reasons">
          {texts.map((text) => (
            <Answer key={text.id} of={text} siteId={text.site.id}>
              <h3>{siteId === undefined ? `To ${text.site.name}` : `From ${text.product.name}`}</h3>
            </Answer>
          ))}
        </ul>
      </details>
      <Link className="touch-link" to={`${aboutPath}#moved`}>
        How this is counted
      </Link>
    </section>
  );
}
