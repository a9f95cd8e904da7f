import type { SiteDetailPage } from "#schema/pages.ts";
import { DateText } from "../../../ui/date.tsx";
import { CategoryLink } from "../browse/category-link.tsx";
import { formatCount } from "../browse/counts.ts";
import { useLike } from "../card/likes.ts";

export function KeyFacts({ site }: Pick<SiteDetailPage, "site">) {
  const { count } = useLike(site.id, site.like_count);
  const hasChanged = site.updated_at.slice(0, 10) !== site.created_at.slice(0, 10);
  return (
    <section className="key-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Key facts</h2>
      <dl>
        <dt>Category</dt>
        <dd>
          <CategoryLink category={site.category} />
        </dd>
        <dt>Listed</dt>
        <dd>
          <DateText iso={site.created_at} />
        </dd>
        {hasChanged && (
          <>
            <dt>Updated</dt>
            <dd>
              <DateText iso={site.updated_at} />
            </dd>
          </>
        )}
        <dt>Likes</dt>
        <dd>{formatCount(count)}</dd>
      </dl>
    </section>
  );
}
