import type { PageData } from "#schema/pages.ts";
import { get, refreshCached } from "./api.ts";

export const pageData: PageData = {
  home: (params) => get(`pages/home/?${params}`),
  site: (slug, params) => get(`pages/site/${encodeURIComponent(slug)}/?${params}`),
  target: (slug, params, combination) => get(`pages/target/${pathOf(slug, combination)}/?${params}`),
  category: (category, params, combination) => get(`pages/category/${pathOf(category, combination)}/?${params}`),
  compareStart: (params) => get(`pages/compare/?${params}`),
  compare: (slugs) => get(`pages/compare/${encodeURIComponent(slugs)}/`),
  blogs: (params) => get(`pages/blogs/?${params}`),
  blog: (slug, params) => get(blogCall(slug, params)),
};

const pathOf = (...parts: (string | undefined)[]) =>
  parts.flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join("/");

const blogCall = (slug: string, params: URLSearchParams) => `pages/blog/${encodeURIComponent(slug)}/?${params}`;

/** Updates the browser's cached post after a save, so the author does not see the old version. */
export const refreshBlog = (slug: string) => refreshCached(blogCall(slug, new URLSearchParams()));
