import type { Category } from "../sites/sites.ts";
import { parseUrl } from "../values/links.ts";

// All paths of screens, so that none is written in two places.

export const homePath = "/";
export const loginPath = "/login";
export const loginCodePath = "/login/verify";
export const signUpPath = "/signup";
export const verifyEmailPath = (token: string) => `/signup/verify/${token}`;
export const requestResetPath = "/request-password-reset";
export const newPasswordPath = (token: string) => `/password/reset/confirm/${token}`;
export const confirmWatchPath = (token: string) => `/search-watches/confirm/${token}`;
/** Mail programs send a POST to it (RFC 8058). */
export const stopWatchesPath = (token: string) => `/search-watches/unsubscribe/${token}`;
export const googleLoginPath = "/google-login/";
/** The Worker redirects from here to Google, and Google redirects to the callback. Query: `next`. */
export const googleStartPath = "/google-login/start";
export const googleCallbackPath = "/google-login/callback";
/** `key`: the id of one of the `sites`, or the slug of one of the `products`. */
export const reportPath = (kind: string, key: string | number) => `/report/${kind}/${key}`;
export const accountPath = "/user";
/** The form on how a move went. Query: `to`, the slug of a site. */
export const movedPath = (product: string, to?: string) => withQuery(`/user/moved/${product}`, { to });
export const adminPath = "/admin";
export const dashboardPath = "/dashboard";
export const sitesPath = "/sites";
export const createSitePath = "/sites/create";
export const editSitePath = (id: number | string) => `/site/edit/${id}`;
/** Who owns a listing: proof, claim, hand-over. */
export const ownershipPath = (id: number | string) => `/site/owner/${id}`;
export const figuresPath = (id: number | string) => `/site/figures/${id}`;
/** Query: `siteId`. */
export const payPath = "/pay";
export const pricePath = "/price";
export const aboutPath = "/about";
export const contactPath = "/contact";
export const blogsPath = "/blogs";
export const createBlogPath = "/blogs/create";
/** The same screen as `createBlogPath`. */
export const createBlogAliasPath = "/blog/create";
export const editBlogPath = (slug: string) => `/blogs/edit/${slug}`;
export const previewBlogPath = (slug: string) => `/blogs/preview/${slug}`;
export const feedPath = "/feed.xml";
export const blogFeedPath = "/blogs/feed.xml";
export const sitePath = (slug: string) => `/${slug}`;
export const productsPath = "/alternatives";
export const productPath = (slug: string) => `${productsPath}/${slug}`;
/** Leads to the page that answers the search `q`: of a product, a comparison, or the list. */
export const searchPath = "/search";
/** Query: `site`, once for each site that was asked for by its name or slug. */
export const compareStartPath = "/compare";
/** Stands between the slugs. A slug may contain it, too. */
export const VERSUS = "-vs-";
/** The slugs stand in one order, so that a comparison has one address. */
export const comparePath = (...slugs: string[]) => `${compareStartPath}/${slugs.toSorted().join(VERSUS)}`;
export const categoriesPath = "/categories";
export const categoryPath = (category: Category) => `${categoriesPath}/${category}`;
/** Of a product or a category. */
export const listFeedPath = (path: string) => `${path}${feedPath}`;
/** Of a product or a category with a filter. `word`: see `schema/facts/combinations.ts`. */
export const combinationPath = (path: string, word: string) => `${path}/${word}`;
export const blogPath = (slug: string) => `/blogs/${slug}`;
export const mediaPath = (key: string) => `/media/${key}`;
/** Shown with links to pages that have no image of their own. */
export const defaultShareImagePath = "/og-image.png";
const shareImagesPath = "/share/";
/** Of all images that a page had. */
export const shareImagePrefix = (kind: string, slug: string) => `${shareImagesPath}${kind}/${slug}/`;
export const shareImagePath = (kind: string, slug: string, hash: string) =>
  `${shareImagePrefix(kind, slug)}${hash}.png`;
/** Query: `show` (`verified`, `moved`), `theme` (`light`, `dark`). */
export const badgePath = (slug: string) => `/badges/${slug}.svg`;
export const faviconPath = (host: string) => `/favicons/${host}`;

/** Screens and endpoints use these slugs: `/blogs/create`, `/api/blogs/public`. */
export const RESERVED_BLOG_SLUGS: ReadonlySet<string> = new Set(["create", "edit", "preview", "public", "user"]);

type QueryValue = string | number | null | undefined;
export type Query = Record<string, QueryValue | readonly string[]>;

/**
 * Leaves out parameters that are null, undefined, an empty string or `page: 1`. Each value of a list becomes a parameter
 * of its own.
 */
export function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map((value): [string, QueryValue] => [name, value]))
    .filter(
      ([name, value]) => value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1),
    );
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

/** The screen that asks for the mailed code after a sign-in with Google. */
export const googleCodePath = (next: string | undefined) => withQuery(loginCodePath, { by: "google", next });

/** Returns `next` as a normalized path on this origin, or undefined if it leads to another origin. */
export function parseNextPath(next: string | null | undefined): string | undefined {
  const base = "https://here.invalid";
  const url = next?.startsWith("/") ? parseUrl(next, base) : null;
  // The path of a parsed URL can begin with two slashes ("/.//host"). As a URL, it would lead to another host.
  return url?.origin === base && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : undefined;
}

/**
 * Slugs that no site can have, in lower case: the first path segments of all screens, endpoints and files, also of
 * planned ones.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ..."abuse about account accounts admin ads alternatives analytics api apple-touch-icon assets auth badge badges beacon blog blogs browse categories category".split(
    " ",
  ),
  ..."cdn-cgi change-password check_auth clients collections compare contact cookies dashboard deals dev discover".split(
    " ",
  ),
  ..."docs explore faq favicon favicons featured feed get_model google-login health help home icons images import".split(
    " ",
  ),
  ..."index javascripts jobs legal likes link-preview list llms login logout manifest media new newsletter page pages".split(
    " ",
  ),
  ..."password pay payments popular popular-alternatives press preview price pricing privacy product products profile random request-password-reset".split(
    " ",
  ),
  ..."robots rss saas search search-watches security sessions settings share signin signup site sitemap sitemaps sites sponsor static status stripe".split(
    " ",
  ),
  // Words that could make the page of a site look like an official page of this directory.
  ..."billing checkout forgot-password log-in log-out me moderator my oauth official onboarding postmaster refund refunds".split(
    " ",
  ),
  ..."register report reset reset-password root session sign-in sign-out sign-up signout subscribe unsubscribe webmaster".split(
    " ",
  ),
  ..."submit suggestions support tag tags team terms tools top trending user users verify well-known www".split(" "),
]);
