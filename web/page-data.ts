import type { PageData } from "#schema/pages.ts";
import { get, refreshCached } from "./api.ts";

export const pageData: PageData = {
  home: (params) => load(`pages/home/?${params}`),
  site: (slug, params) => load(`pages/site/${encodeURIComponent(slug)}/?${params}`),
  target: (slug, params, combination) => load(`pages/target/${pathOf(slug, combination)}/?${params}`),
  category: (category, params, combination) => load(`pages/category/${pathOf(category, combination)}/?${params}`),
  compareStart: (params) => load(`pages/compare/?${params}`),
  compare: (slugs) => load(`pages/compare/${encodeURIComponent(slugs)}/`),
  blogs: (params) => load(`pages/blogs/?${params}`),
  blog: (slug, params) => load(blogCall(slug, params)),
};

const SHARED_MS = 5000;
const running = new Map<string, Promise<unknown>>();

/** A navigation waits for the request that a prefetch has sent. Not all browsers share it by themselves. */
function load<T>(path: string): Promise<T> {
  const known = running.get(path);
  if (known) return known as Promise<T>;
  const request = get<T>(path).finally(forget);
  // A request can hang when a phone changes its network. The next press sends another one.
  setTimeout(forget, SHARED_MS);
  running.set(path, request);
  return request;

  function forget() {
    if (running.get(path) === request) running.delete(path);
  }
}

const pathOf = (...parts: (string | undefined)[]) =>
  parts.flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join("/");

const blogCall = (slug: string, params: URLSearchParams) => `pages/blog/${encodeURIComponent(slug)}/?${params}`;

/** Updates the browser's cached post after a save, so the author does not see the old version. */
export const refreshBlog = (slug: string) => refreshCached(blogCall(slug, new URLSearchParams()));
