import { data as withStatus, type LoaderFunction, redirect, type RouteObject } from "react-router";
import { MIN_COMPARED } from "#schema/comparisons.ts";
import type { PageData } from "#schema/pages.ts";
import {
  googleLoginPath,
  newPasswordPath,
  verifyEmailPath,
  loginPath,
  loginCodePath,
  requestResetPath,
  signUpPath,
  confirmWatchPath,
  stopWatchesPath,
  aboutPath,
  blogPath,
  blogsPath,
  comparePath,
  compareStartPath,
  contactPath,
  pricePath,
  combinationPath,
  targetPath,
} from "#schema/paths.ts";
import { ApiError } from "./api.ts";
import { keptPage } from "./kept-pages.ts";
import { retryWhenOnline } from "./offline.ts";
import { requireVisitor } from "./features/accounts/guard.ts";
import { HomePage } from "./features/sites/home/home-page.tsx";
import { type ErrorFacts, ErrorPage } from "./layout/error-page.tsx";
import { Layout } from "./layout/layout.tsx";
import {
  PRIVATE_SCREENS,
  type PrivateModules,
  type ScreenName,
  type ScreenOutlines,
} from "./private-screens/screens.ts";
import { loadOnline, renderedScreen, privateScreen } from "./private-screens/routes.tsx";

/** Rendered on the server, so on a slow network visitors see a form and not a blank page. */
export const signInRoutes: RouteObject[] = [
  renderedScreen(
    { path: loginPath, title: "Sign in", guard: requireVisitor },
    () => import("./features/accounts/log-in/login-page.tsx"),
  ),
  renderedScreen(
    { path: loginCodePath, title: "Enter your code" },
    () => import("./features/accounts/log-in/login-verify-page.tsx"),
  ),
  renderedScreen(
    { path: googleLoginPath, title: "Sign in with Google" },
    () => import("./features/accounts/log-in/google-login-page.tsx"),
  ),
  renderedScreen({ path: signUpPath, title: "Sign up" }, () => import("./features/accounts/sign-up/signup-page.tsx")),
  renderedScreen(
    { path: verifyEmailPath(":token"), title: "Verify your email address" },
    () => import("./features/accounts/sign-up/signup-verify-page.tsx"),
  ),
  renderedScreen(
    { path: requestResetPath, title: "Reset your password" },
    () => import("./features/accounts/reset/reset-request-page.tsx"),
  ),
  renderedScreen(
    {
      path: newPasswordPath(":token"),
      title: "Choose a new password",
      guard: async (args) => (await import("./features/accounts/reset/reset-confirm-page.tsx")).loader(args),
    },
    () => import("./features/accounts/reset/reset-confirm-page.tsx"),
  ),
];

/** What the links in mails about a search lead to. */
export const searchWatchRoutes: RouteObject[] = [
  renderedScreen(
    {
      path: confirmWatchPath(":token"),
      title: "Tell me when one is listed",
      guard: async (args) => (await import("./features/search-watches/confirm-page.tsx")).loader(args),
    },
    () => import("./features/search-watches/confirm-page.tsx"),
  ),
  renderedScreen(
    { path: stopWatchesPath(":token"), title: "Stop emails about searches" },
    () => import("./features/search-watches/unsubscribe-page.tsx"),
  ),
];

const publicRoutes = (data: PageData): RouteObject[] => [
  { path: "/", Component: HomePage, loader: page((_, params) => data.home(params)) },
  {
    path: `${targetPath(":target")}/:combination?`,
    lazy: loadOnline(async () => ({ Component: (await import("./features/sites/browse/target-page.tsx")).TargetPage })),
    loader: page(async ({ target, combination }, params) => {
      const found = await data.target(target!, params, combination);
      // A former slug of a product that was merged into another one.
      if (found.target.slug !== target) {
        const path = targetPath(found.target.slug);
        const to = encodeURI(combination === undefined ? path : combinationPath(path, combination));
        throw redirect(params.size > 0 ? `${to}?${params}` : to, 301);
      }
      return found;
    }),
  },
  {
    path: "/categories/:category/:combination?",
    lazy: loadOnline(async () => ({
      Component: (await import("./features/sites/browse/category-page.tsx")).CategoryPage,
    })),
    loader: page(({ category, combination }, params) => data.category(category!, params, combination)),
  },
  {
    path: compareStartPath,
    lazy: loadOnline(async () => ({
      Component: (await import("./features/sites/compare/compare-start-page.tsx")).CompareStartPage,
    })),
    loader: page(async (_, params) => {
      const found = await data.compareStart(params);
      const slugs = new Set(found.asked.map(({ site }) => site?.slug));
      if (slugs.has(undefined) || slugs.size < MIN_COMPARED) return found;
      throw redirect(encodeURI(comparePath(...(slugs as Set<string>))));
    }),
  },
  {
    path: `${compareStartPath}/:compared`,
    lazy: loadOnline(async () => ({
      Component: (await import("./features/sites/compare/compare-page.tsx")).ComparePage,
    })),
    loader: page(async ({ compared }) => {
      const found = await data.compare(compared!);
      const path = comparePath(...found.sites.map(({ slug }) => slug));
      if (path !== `${compareStartPath}/${compared}`) throw redirect(encodeURI(path), 301);
      return found;
    }),
  },
  {
    path: blogsPath,
    lazy: loadOnline(() => import("./features/blogs/blogs-page.tsx")),
    loader: page((_, params) => data.blogs(params)),
  },
  {
    path: blogPath(":post"),
    lazy: loadOnline(() => import("./features/blogs/blog-page.tsx")),
    loader: page(({ post }, params) => data.blog(post!, params)),
  },
  { path: aboutPath, lazy: loadOnline(() => import("./features/about/about-page.tsx")) },
  { path: contactPath, lazy: loadOnline(() => import("./features/contact/contact-page.tsx")) },
  { path: pricePath, lazy: loadOnline(() => import("./features/pricing/price-page.tsx")) },
  {
    path: "/:slug",
    lazy: loadOnline(async () => ({ Component: (await import("./features/sites/site/site-page.tsx")).SitePage })),
    loader: page(({ slug }, params) => data.site(slug!, params)),
  },
  { path: "*", Component: ErrorPage, loader: () => Promise.reject(new Response(null, { status: 404 })) },
];

type PrivateParts = { modules?: PrivateModules; outlines?: ScreenOutlines };

const privateRoutes = ({ modules, outlines }: PrivateParts): RouteObject[] =>
  (Object.keys(PRIVATE_SCREENS) as ScreenName[]).map((name) =>
    privateScreen(PRIVATE_SCREENS[name], modules?.[name], outlines?.[name]),
  );

/**
 * The Worker and the browser must build the same table, because React Router hydrates routes by position. The browser
 * passes the modules of private screens, the Worker their outlines.
 */
export const createRoutes = (data: PageData, parts: PrivateParts = {}): RouteObject[] => [
  {
    Component: Layout,
    // Without it, React Router's own page shows a stack trace for URLs that not even "*" matches, such as one with a
    // line break.
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [...signInRoutes, ...searchWatchRoutes, ...privateRoutes(parts), ...publicRoutes(data)],
      },
    ],
  },
];

/** Turns an ApiError into an error response, so that the error page knows 404, 410 and 503. */
function page(
  load: (params: Record<string, string | undefined>, query: URLSearchParams) => Promise<unknown>,
): LoaderFunction {
  return async ({ params, request }) => {
    const kept = keptPage(request);
    if (kept !== undefined) return kept;
    try {
      return await retryWhenOnline(() => load(params, new URL(request.url).searchParams), request.signal);
    } catch (error) {
      if (error instanceof ApiError && error.status)
        throw withStatus({ requestId: error.requestId } satisfies ErrorFacts, { status: error.status });
      throw error;
    }
  };
}
