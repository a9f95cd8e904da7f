import { useLoaderData } from "react-router";
import type { BlogSummary } from "#schema/articles/blogs.ts";
import { blogFeedPath, blogsPath, withQuery } from "#schema/pages/paths.ts";
import type { Page } from "#schema/sites/sites.ts";
import { useConfig } from "../../data/config.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../layout/json-ld.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { BlogGrid } from "./blog-grid.tsx";
import { blog } from "./structured-data.ts";

export function Component() {
  const { results, page, pages } = useLoaderData<Page<BlogSummary>>();
  const config = useConfig();
  const path = withQuery(blogsPath, { page });
  return (
    <div className="wrap">
      <PageHead
        title={page > 1 ? `Blog, page ${page}` : "Blog"}
        description={`How to choose, try and switch to other software: blog posts by the people who run ${config.name}.`}
        path={path}
      />
      <link rel="alternate" type="application/atom+xml" title={`${config.name}: blog`} href={blogFeedPath} />
      <JsonLd data={blog(config, results)} />
      <Breadcrumbs parents={[]} current={{ name: "Blog", path: blogsPath }} />
      <header className="page-header">
        <h1>Blog</h1>
        <p className="lead">How to choose, try and switch to other software. Nobody pays us for these posts.</p>
      </header>
      <section aria-labelledby="list-title">
        <h2 id="list-title" className="visually-hidden">
          Newest first
        </h2>
        <BlogGrid posts={results} isOnTop />
        <Pager
          label="Pages of blog posts"
          page={page}
          pages={pages}
          hrefOf={(to) => withQuery(blogsPath, { page: to })}
        />
      </section>
    </div>
  );
}
