import { Link } from "react-router";
import type { BlogPage } from "#schema/articles/blogs.ts";
import { blogPath, withQuery } from "#schema/pages/paths.ts";
import { DateText } from "../../ui/date.tsx";
import { Pager } from "../../ui/pager.tsx";
import { DiscoverItem } from "../sites/list/discover-sites.tsx";

type Props = Pick<BlogPage, "featured" | "related"> & { path: string };

export function BlogAside({ featured, related, path }: Props) {
  // The links of one list keep the page of the other list.
  const shown = { featured: omitFirstPage(featured.page), related: omitFirstPage(related.page) };
  return (
    <div className="asides">
      <aside id="featured" className="discover" aria-labelledby="featured-title">
        <h2 id="featured-title">Featured Sites</h2>
        {featured.results.length > 0 ? (
          <ul className="discover-list">
            {featured.results.map((site) => (
              <DiscoverItem key={site.id} site={site} />
            ))}
          </ul>
        ) : (
          <p className="empty">No results found.</p>
        )}
        <Pager
          label="Pages of featured sites"
          page={featured.page}
          pages={featured.pages}
          hrefOf={(page) => `${withQuery(path, { ...shown, featured: omitFirstPage(page) })}#featured`}
        />
      </aside>
      <aside id="related" className="discover" aria-labelledby="related-title">
        <h2 id="related-title">Related Articles</h2>
        {related.results.length > 0 ? (
          <ul className="discover-list">
            {related.results.map((post) => (
              <li key={post.slug} className="discover-item">
                <p>
                  <Link className="card-link" viewTransition to={blogPath(post.slug)}>
                    {post.title}
                  </Link>
                  <span>
                    <DateText iso={post.created_at} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="empty">No blogs available</p>
        )}
        <Pager
          label="Pages of related articles"
          page={related.page}
          pages={related.pages}
          hrefOf={(page) => `${withQuery(path, { ...shown, related: omitFirstPage(page) })}#related`}
        />
      </aside>
    </div>
  );
}

const omitFirstPage = (page: number) => (page > 1 ? page : null);
