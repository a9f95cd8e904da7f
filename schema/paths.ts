import type { Category } from "./sites.ts";

// Every address as a function, so that no path is spelled twice.

export const homePath = "/";
export const loginPath = "/login";
export const loginCodePath = "/login/verify";
export const signUpPath = "/signup";
export const verifyEmailPath = (token: string) => `/signup/verify/${token}`;
export const requestResetPath = "/request-password-reset";
export const newPasswordPath = (token: string) => `/password/reset/confirm/${token}`;
export const googleLoginPath = "/google-login/";
/** Served by the Worker: leads to Google, which leads back to the callback. Takes `?next=`. */
export const googleStartPath = "/google-login/start";
export const googleCallbackPath = "/google-login/callback";
export const accountPath = "/user";
export const adminPath = "/admin";
export const dashboardPath = "/dashboard";
export const sitesPath = "/sites";
export const createSitePath = "/sites/create";
export const editSitePath = (id: number | string) => `/site/edit/${id}`;
/** Takes `?siteId=`. */
export const payPath = "/pay";
export const pricePath = "/price";
export const aboutPath = "/about";
export const contactPath = "/contact";
export const blogsPath = "/blogs";
export const createBlogPath = "/blogs/create";
/** The other spelling of it. */
export const createBlogAliasPath = "/blog/create";
export const editBlogPath = (slug: string) => `/blogs/edit/${slug}`;
export const previewBlogPath = (slug: string) => `/blogs/preview/${slug}`;
export const feedPath = "/feed.xml";
export const blogFeedPath = "/blogs/feed.xml";
export const sitePath = (slug: string) => `/${slug}`;
export const targetPath = (slug: string) => `/alternatives/${slug}`;
export const categoryPath = (category: Category) => `/categories/${category}`;
export const blogPath = (slug: string) => `/blogs/${slug}`;
export const mediaPath = (key: string) => `/media/${key}`;
export const faviconPath = (host: string) => `/favicons/${host}`;

/** Slugs that no post may take: screens and calls beside the posts' own. */
export const RESERVED_BLOG_SLUGS: ReadonlySet<string> = new Set(["create", "edit", "preview", "public", "user"]);

/** The path with a query; empty and default values (`null`, `""`, page 1) are left out. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(query).filter(
    ([name, value]) => value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1),
  );
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

/** Where the code is entered that a log-in with Google asks for. */
export const googleCodePath = (next: string | undefined) => withQuery(loginCodePath, { by: "google", next });

/** Where to go after a log-in: a path of this origin, or empty where `next` leads anywhere else. */
export function parseNextPath(next: string | null | undefined): string | undefined {
  const base = "https://here.invalid";
  const url = next?.startsWith("/") ? URL.parse(next, base) : null;
  // A parsed path may begin with two slashes ("/.//host"), which leads to another host.
  return url?.origin === base && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : undefined;
}

/**
 * Slugs that no site may take: the first segment of every screen, call and file, and of screens that are planned.
 * Matched without case.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ..."abuse about account accounts admin ads alternatives analytics api apple-touch-icon assets auth blog blogs browse categories category".split(
    " ",
  ),
  ..."cdn-cgi change-password check_auth clients collections compare contact cookies csp-reports dashboard deals dev discover".split(
    " ",
  ),
  ..."docs explore faq favicon favicons featured feed get_model google-login health help home icons images import".split(
    " ",
  ),
  ..."index javascripts jobs legal likes link-preview list llms login logout manifest media new newsletter page pages".split(
    " ",
  ),
  ..."password pay payments popular popular-alternatives press preview price pricing privacy profile random request-password-reset".split(
    " ",
  ),
  ..."robots rss saas search security sessions settings signin signup site sitemap sitemaps sites sponsor static status stripe".split(
    " ",
  ),
  // Names that a page of this site might have for people who look for help or want to sign in.
  ..."billing checkout forgot-password log-in log-out me moderator my oauth official onboarding postmaster refund refunds".split(
    " ",
  ),
  ..."register report reset reset-password root session sign-in sign-out sign-up signout subscribe unsubscribe webmaster".split(
    " ",
  ),
  ..."submit suggestions support tag tags target targets team terms tools top trending user users verify well-known www".split(
    " ",
  ),
]);
