import type { PageData } from "#schema/pages.ts";
import { get, refreshCached } from "./api.ts";

/** Each page's data from its call, for pages that are reached without loading a new document. */
export const pageData: PageData = {
  home: (params) => get(`pages/home/?${params}`),
  site: (slug, params) => get(`pages/site/${encodeURIComponent(slug)}/?${params}`),
  target: (slug, params) => get(`pages/target/${encodeURIComponent(slug)}/?${params}`),
  category: (category, params) => get(`pages/category/${encodeURIComponent(category)}/?${params}`),
  blogs: (params) => get(`pages/blogs/?${params}`),
  blog: (slug, params) => get(blogCall(slug, params)),
};

const blogCall = (slug: string, params: URLSearchParams) => `pages/blog/${encodeURIComponent(slug)}/?${params}`;

/** Whoever has just saved a post must not be shown what their browser kept of it. */
export const refreshBlog = (slug: string) => refreshCached(blogCall(slug, new URLSearchParams()));
