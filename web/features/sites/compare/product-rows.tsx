import type { ReactNode } from "react";
import { REPLACEMENTS } from "#schema/sites/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { Row } from "./comparison-row.tsx";
import { type Compared, differenceOf } from "./fact-differences.ts";
import { NotStated, Points } from "./fact-value.tsx";

type Alternative = Compared["alternatives"][number];

/** How each of the sites replaces a product, as its owner states it. */
export function ProductRows({ product, sites }: { product: string; sites: Compared[] }) {
  const pairs = new Map(sites.map((site) => [site, pairOf(site, product)]));
  const hasSome = (stated: (pair: Alternative) => unknown) => [...pairs.values()].some((pair) => pair && stated(pair));
  const shown = (site: Compared, show: (pair: Alternative) => ReactNode) => {
    const pair = pairs.get(site);
    return pair ? (show(pair) ?? <NotStated />) : <span className="not-stated">Not listed as an alternative</span>;
  };
  const pointRow = (label: string, points: (pair: Alternative) => string[] | undefined) =>
    hasSome((pair) => points(pair)?.length) && (
      <Row
        label={label}
        difference={differenceOf([...pairs.values()].map((pair) => pair && points(pair)))}
        sites={sites}
      >
        {(site) => shown(site, (pair) => points(pair)?.length && <Points points={points(pair)!} />)}
      </Row>
    );
  return (
    <>
      <Row label="How" difference={differenceOf([...pairs.values()].map((pair) => pair?.replaces))} sites={sites}>
        {(site) =>
          shown(
            site,
            ({ replaces, stated_at }) =>
              replaces && (
                <>
                  {REPLACEMENTS[replaces]}
                  {stated_at && (
                    <small className="comparison-note">
                      The owner, <DateText iso={stated_at} />
                    </small>
                  )}
                </>
              ),
          )
        }
      </Row>
      {pointRow("What it lacks", ({ lacks }) => lacks)}
      {pointRow("What it adds", ({ adds }) => adds)}
      {hasSome(({ moving }) => moving) && (
        <Row
          label="Moving over"
          difference={differenceOf([...pairs.values()].map((pair) => pair?.moving))}
          sites={sites}
        >
          {(site) => shown(site, ({ moving }) => moving && <Moving {...moving} />)}
        </Row>
      )}
    </>
  );
}

/** True if an owner says how the site replaces the product. */
export const hasStatedPair = (product: string, sites: Compared[]) =>
  sites.some((site) => pairOf(site, product)?.stated_at);

const pairOf = ({ alternatives }: Compared, product: string) => alternatives.find(({ slug }) => slug === product);

const Moving = ({ text, link }: NonNullable<Alternative["moving"]>) => (
  <>
    {text}{" "}
    {link && (
      <OutboundLink className="touch-link" link={link} campaign="comparison">
        How to move
      </OutboundLink>
    )}
  </>
);
