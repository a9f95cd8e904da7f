import { pageName } from "#schema/facts/source-name.ts";
import { REPLACEMENTS, type StatedPair } from "#schema/sites/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";

type Props = { pair: StatedPair; site: string; product: string };

export const hasPair = ({ replaces, lacks, adds, moving }: StatedPair): boolean =>
  Boolean(replaces || lacks?.length || adds?.length || moving);

/** How a site replaces a product, as its owner says. */
export function Replacement({ pair, site, product }: Props) {
  if (!hasPair(pair)) return null;
  const { replaces, lacks, adds, moving, stated_at } = pair;
  return (
    <div className="replacement">
      {replaces && <p className="chip">{REPLACEMENTS[replaces]}</p>}
      <Points title={`${product} has, ${site} lacks`} points={lacks} />
      <Points title={`${site} has, ${product} lacks`} points={adds} />
      {moving && (
        <div>
          <h4>How to move from {product}</h4>
          {moving.text && <p>{moving.text}</p>}
          {moving.link && (
            <p>
              <OutboundLink className="out-link" link={moving.link} campaign="moving">
                {pageName(moving.link)}
                <OutIcon />
              </OutboundLink>
            </p>
          )}
        </div>
      )}
      <p className="replacement-date">
        Stated by the owner
        {stated_at && (
          <>
            , <DateText iso={stated_at} />
          </>
        )}
      </p>
    </div>
  );
}

function Points({ title, points }: { title: string; points: string[] | undefined }) {
  if (!points?.length) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
