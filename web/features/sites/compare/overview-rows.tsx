import { Link } from "react-router";
import { MIN_COMPARED } from "#schema/sites/comparisons.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { comparePath, compareStartPath, withQuery } from "#schema/pages/paths.ts";
import { smallestFile, srcSetOf } from "#schema/images/site-image-files.ts";
import { CloseIcon, OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { CategoryLink } from "../logo/category-link.tsx";
import { LikeButton } from "../card/like-button.tsx";
import { Row } from "./comparison-row.tsx";
import type { Compared } from "./fact-differences.ts";
import { LinkedProduct } from "./fact-value.tsx";
import { removeFromTray } from "../card/tray.ts";

/** What somebody sees first: the pictures, what each is, and where to go. "Only differences" does not hide it. */
export function OverviewRows({ sites }: { sites: Compared[] }) {
  return (
    <>
      {sites.some(({ screenshot }) => screenshot) && (
        <Row label="Picture" sites={sites}>
          {({ screenshot }) => screenshot && <Picture screenshot={screenshot} />}
        </Row>
      )}
      <Row label="In short" sites={sites}>
        {({ description, status }) => (
          <>
            {description} {status === "featured" && <span className="badge">FEATURED</span>}
          </>
        )}
      </Row>
      <Row label="Category" sites={sites}>
        {({ category }) => <CategoryLink category={category} />}
      </Row>
      <Row label="Replaces" sites={sites}>
        {({ alternatives }) => (
          <ul className="comparison-products">
            {alternatives.map(({ id, slug, name }) => (
              <li key={id}>
                <LinkedProduct slug={slug} name={name} />
              </li>
            ))}
          </ul>
        )}
      </Row>
      <Row label="Visit, like or remove" sites={sites}>
        {(site) => (
          <div className="comparison-actions">
            <OutboundLink
              className="button"
              link={site.link}
              campaign="comparison"
              isFeatured={site.status === "featured"}
              label={`Visit ${site.name}`}
            >
              Visit
              <OutIcon />
            </OutboundLink>
            <LikeButton site={site} isSmall />
            <RemoveLink site={site} sites={sites} />
          </div>
        )}
      </Row>
    </>
  );
}

function Picture({ screenshot: { url, alt, list_width } }: { screenshot: NonNullable<Compared["screenshot"]> }) {
  return (
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
  );
}

/** Leads to the comparison of the others. One site alone is where the next comparison begins. */
function RemoveLink({ site, sites }: { site: Compared; sites: Compared[] }) {
  const others = sites.filter((other) => other !== site).map(({ slug }) => slug);
  const name = `Remove ${site.name}`;
  return (
    <Link
      className="icon-button"
      to={others.length < MIN_COMPARED ? withQuery(compareStartPath, { site: others }) : comparePath(...others)}
      aria-label={name}
      title={name}
      preventScrollReset
      onClick={() => removeFromTray(site.slug)}
    >
      <CloseIcon />
    </Link>
  );
}
