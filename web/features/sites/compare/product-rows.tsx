import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ComparePage } from "#schema/pages/pages.ts";
import { aboutPath, sitePath } from "#schema/pages/paths.ts";
import { REPLACEMENTS } from "#schema/sites/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { movedText } from "../moved/moved-texts.ts";
import { SayHow } from "../moved/say-how.tsx";
import { NotStated, Row } from "./comparison-row.tsx";
import type { Column } from "./fact-differences.ts";

type Alternative = Column["alternatives"][number];

type Props = { product: string; columns: Column[] };

/** How each of the sites replaces a product, as its owner states it. */
export function ProductRows({ product, columns }: Props) {
  const pairs = columns.map((site) => pairOf(site, product));
  const row = (label: string, show: (pair: Alternative) => ReactNode) =>
    pairs.some((pair) => pair && show(pair)) && (
      <Row label={label} columns={columns}>
        {(column) => {
          if (column.isLeft) return null;
          const pair = pairOf(column, product);
          return pair ? show(pair) || <NotStated /> : <span className="not-stated">Not listed as an alternative</span>;
        }}
      </Row>
    );
  const pointRow = (label: string, name: "lacks" | "adds") =>
    row(label, ({ [name]: points }) =>
      points?.length ? (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null,
    );
  return (
    <>
      {row(
        "How",
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
      )}
      {pointRow("What it lacks", "lacks")}
      {pointRow("What it adds", "adds")}
      {row("Moving over", ({ moving }) => moving && <Moving {...moving} />)}
    </>
  );
}

type ChoiceProps = { choices: NonNullable<ComparePage["choices"]>; columns: Column[] };

export const ChoiceRow = ({ choices: { lines, by }, columns }: ChoiceProps) => (
  <Row label="Choose it if" columns={columns} source={<small className="comparison-note">{by || "Our staff"}</small>}>
    {({ slug, isLeft }) => !isLeft && (lines.find((line) => line.slug === slug)?.text ?? <NotStated />)}
  </Row>
);

type MovedProps = Pick<ComparePage, "moved"> & { product: { name: string; slug: string }; columns: Column[] };

export const MovedRow = ({ product, moved, columns }: MovedProps) => (
  <Row
    label="People who moved"
    columns={columns}
    source={
      Object.keys(moved).length > 0 && (
        <Link className="comparison-note touch-link" to={`${aboutPath}#moved`}>
          How this is counted
        </Link>
      )
    }
  >
    {(site) =>
      !site.isLeft && (
        <>
          {moved[site.slug] && (
            <div>
              <Link to={`${sitePath(site.slug)}#moved`}>{movedText(moved[site.slug]!)}</Link>
            </div>
          )}
          <SayHow product={product} site={site} />
        </>
      )
    }
  </Row>
);

/** True if an owner says how the site replaces the product. */
export const hasStatedPair = (product: string, sites: Column[]) =>
  sites.some((site) => pairOf(site, product)?.stated_at);

const pairOf = ({ alternatives }: Column, product: string) => alternatives.find(({ slug }) => slug === product);

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
