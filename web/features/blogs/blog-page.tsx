import { useLoaderData } from "react-router";
import type { BlogPage } from "#schema/articles/blogs.ts";
import { blogPath, blogsPath, editBlogPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../data/config.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { EditLink } from "../../layout/edit-link.tsx";
import { JsonLd } from "../../layout/json-ld.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { isStaff, useSession } from "../../data/session.tsx";
import { BlogView } from "./blog-view.tsx";
import { blogPosting } from "./structured-data.ts";

export function Component() {
  const data = useLoaderData<BlogPage>();
  const { post, share_image } = data;
  const config = useConfig();
  const user = useSession();
  const path = blogPath(post.slug);
  return (
    <div className="wrap">
      <PageHead
        title={post.title}
        description={post.excerpt}
        path={path}
        type="article"
        shareImage={{ path: share_image, alt: post.title }}
        {...(post.featured_image && { image: post.featured_image })}
      />
      <JsonLd data={blogPosting(config, data)} />
      <div className="page-top">
        <Breadcrumbs parents={[{ name: "Blog", path: blogsPath }]} current={{ name: post.title, path }} />
        {isStaff(user) && <EditLink to={editBlogPath(post.slug)} name={post.title} />}
      </div>
      <BlogView {...data} path={path} />
    </div>
  );
}
