import { Link, useSearchParams } from "react-router";
import { MIN_COMPARED } from "#schema/sites/comparisons.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { comparePath, compareStartPath, withQuery } from "#schema/pages/paths.ts";
import { smallestFile, srcSetOf } from "#schema/images/site-image-files.ts";
import { CloseIcon } from "../../../ui/icons.tsx";
import { DateText } from "../../../ui/date.tsx";
import { countText } from "../../../ui/counts.ts";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { hasWebsite } from "#schema/sites/life.ts";
import { CategoryLink } from "../logo/category-link.tsx";
import { NotStated, Row } from "./comparison-row.tsx";
import type { Column } from "./fact-differences.ts";
import { removeFromTray } from "../card/tray.ts";

/** Not for the product to leave. */
export const ActionsRow = ({ columns }: { columns: Column[] }) => (
  <Row label="Visit or remove" columns={columns}>
    {(site) =>
      !site.isLeft && (
        <div className="comparison-actions">
          {hasWebsite(site) && (
            <OutboundLink
              className="button"
              link={site.link}
              campaign="comparison"
              visits={site.id}
              isFeatured={site.status === "featured"}
              label={`Visit ${site.name}`}
            >
              Visit
            </OutboundLink>
          )}
          <RemoveLink site={site} columns={columns} />
        </div>
      )
    }
  </Row>
);

export const ShortRow = ({ columns }: { columns: Column[] }) => (
  <Row label="In short" columns={columns}>
    {({ description, status, like_count: likes }) => (
      <>
        {description} {status === "featured" && <span className="badge">FEATURED</span>}
        {likes > 0 && <small className="comparison-note">{countText(likes, ["like", "likes"])}</small>}
      </>
    )}
  </Row>
);

export const AboutRows = ({ columns }: { columns: Column[] }) => (
  <>
    {columns.some(({ screenshot }) => screenshot) && (
      <Row label="Picture" columns={columns}>
        {(column) => column.screenshot && <Picture name={column.name} screenshot={column.screenshot} />}
      </Row>
    )}
    <Row label="Category" columns={columns}>
      {({ category }) => <CategoryLink category={category} />}
    </Row>
    <Row label="Facts checked" columns={columns}>
      {({ facts_checked_at }) => (facts_checked_at ? <DateText iso={facts_checked_at} /> : <NotStated />)}
    </Row>
  </>
);

type PictureProps = { name: string; screenshot: NonNullable<Column["screenshot"]> };

/** A link to the largest file. */
const Picture = ({ name, screenshot: { url, alt, list_width } }: PictureProps) => (
  <a href={url} aria-label={`Picture of ${name}`}>
    <img
      className="comparison-picture"
      src={smallestFile(url)}
      srcSet={srcSetOf(url, list_width)}
      sizes="(max-width: 48rem) 50vw, 18rem"
      alt={alt}
      {...parseImageSize(url)}
      loading="lazy"
      decoding="async"
    />
  </a>
);

/** Leads to the comparison of the others. One site alone is where the next comparison begins. */
function RemoveLink({ site, columns }: { site: Column; columns: Column[] }) {
  const leaving = useSearchParams()[0].get("leaving");
  const others = columns.filter((other) => !other.isLeft && other !== site).map(({ slug }) => slug);
  const isStart = others.length < MIN_COMPARED;
  const name = `Remove ${site.name}`;
  return (
    <Link
      className="icon-button"
      to={withQuery(isStart ? compareStartPath : comparePath(...others), { site: isStart ? others : null, leaving })}
      aria-label={name}
      title={name}
      preventScrollReset
      onClick={() => removeFromTray(site.slug)}
    >
      <CloseIcon />
    </Link>
  );
}
