import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { DateText } from "../../../ui/date.tsx";
import { CategoryLink } from "../logo/category-link.tsx";
import { formatCount } from "../../../ui/counts.ts";
import { useLike } from "../card/likes.ts";

/** What this directory knows of the listing itself. */
export function ListingFacts({ site }: Pick<SiteDetailPage, "site">) {
  const { count } = useLike(site.id, site.like_count);
  const hasChanged = site.updated_at.slice(0, 10) !== site.created_at.slice(0, 10);
  return (
    <section className="key-facts" aria-labelledby="listing-title">
      <h2 id="listing-title">This listing</h2>
      <dl>
        <div>
          <dt>Category</dt>
          <dd>
            <CategoryLink category={site.category} />
          </dd>
        </div>
        <div>
          <dt>Listed</dt>
          <dd>
            <DateText iso={site.created_at} />
          </dd>
        </div>
        {hasChanged && (
          <div>
            <dt>Updated</dt>
            <dd>
              <DateText iso={site.updated_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>Likes</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      </dl>
    </section>
  );
}
