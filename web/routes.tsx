import type { ComponentType } from "react";
import {
  data as withStatus,
  type LoaderFunction,
  redirect,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { PageData } from "#schema/pages.ts";
import {
  adminPath,
  createSitePath,
  dashboardPath,
  editSitePath,
  googleLoginPath,
  newPasswordPath,
  payPath,
  verifyEmailPath,
  loginPath,
  loginCodePath,
  requestResetPath,
  signUpPath,
  sitesPath,
  accountPath,
  aboutPath,
  blogPath,
  blogsPath,
  contactPath,
  createBlogAliasPath,
  createBlogPath,
  editBlogPath,
  previewBlogPath,
  pricePath,
  targetPath,
  withQuery,
} from "#schema/paths.ts";
import { ApiError } from "./api.ts";
import { onceOnline, untilOnline } from "./offline.ts";
import { openAsOwnDocument } from "./own-document.ts";
import { askUser, requireStaff, requireUser, requireVisitor } from "./features/accounts/guard.ts";
import { CategoryPage } from "./features/sites/browse/category-page.tsx";
import { HomePage } from "./features/sites/home/home-page.tsx";
import { TargetPage } from "./features/sites/browse/target-page.tsx";
import { type ErrorFacts, ErrorPage } from "./layout/error-page.tsx";
import { Layout } from "./layout/layout.tsx";
import { ScreenPending } from "./layout/screen-pending.tsx";
import { SCREEN_TITLES } from "./screen-titles.ts";

/** The ways in: complete HTML from the edge, so that a slow network brings a form to fill in and not a blank page. */
export const entranceRoutes: RouteObject[] = [
  entrance(loginPath, () => import("./features/accounts/log-in/login-page.tsx"), requireVisitor),
  entrance(loginCodePath, () => import("./features/accounts/log-in/login-verify-page.tsx")),
  entrance(googleLoginPath, () => import("./features/accounts/log-in/google-login-page.tsx")),
  entrance(signUpPath, () => import("./features/accounts/sign-up/signup-page.tsx")),
  entrance(verifyEmailPath(":token"), () => import("./features/accounts/sign-up/signup-verify-page.tsx")),
  entrance(requestResetPath, () => import("./features/accounts/reset/reset-request-page.tsx")),
  entrance(newPasswordPath(":token"), () => import("./features/accounts/reset/reset-confirm-page.tsx")),
];

/** Screens for signed-in people: header and footer from the edge, the rest once scripts have asked who it is. */
export const privateRoutes: RouteObject[] = [
  screen(accountPath, () => import("./features/accounts/user/user-page.tsx"), requireUser),
  screen(dashboardPath, () => import("./features/owner/dashboard/dashboard-page.tsx"), requireUser),
  screen(sitesPath, () => import("./features/owner/dashboard/sites-page.tsx"), requireUser),
  screen(createSitePath, () => import("./features/owner/site-form/create-site-page.tsx"), requireUser),
  screen(editSitePath(":id"), () => import("./features/owner/site-form/edit-site-page.tsx"), requireUser),
  screen(payPath, () => import("./features/payments/pay-page.tsx"), requireUser),
  screen(createBlogPath, () => import("./features/blogs/create-blog-page.tsx"), requireStaff),
  screen(createBlogAliasPath, () => import("./features/blogs/create-blog-page.tsx"), requireStaff),
  screen(editBlogPath(":post"), () => import("./features/blogs/edit-blog-page.tsx"), requireStaff),
  screen(previewBlogPath(":post"), () => import("./features/blogs/preview-blog-page.tsx"), requireStaff),
  screen(adminPath, () => import("./features/admin/admin-page.tsx"), askUser),
];

/** Another query is no reason to ask again who is signed in; the screen's own calls notice where nobody is. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

/** A page's own scripts. Not asked for offline: a browser remembers a failed import as long as its document lives. */
function chunk<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await untilOnline();
    return load();
  };
}

/** The loader runs while the scripts are still on their way. */
function screen(path: string, open: () => Promise<{ Component: ComponentType }>, load?: LoaderFunction): RouteObject {
  const loader: LoaderFunction = async (args) => {
    const { signal } = args.request;
    // A new document would be the browser's own page, which says that there is no network.
    await untilOnline(signal);
    openAsOwnDocument(args);
    return onceOnline(async () => (await load?.(args)) ?? null, signal);
  };
  const HydrateFallback = () => <ScreenPending title={SCREEN_TITLES[path]} />;
  return { path, lazy: chunk(open), HydrateFallback, loader, shouldRevalidate };
}

/** A screen whose loader is for browsers: there it runs also on the document that came as HTML. */
function entrance(path: string, open: () => Promise<{ Component: ComponentType }>, load?: LoaderFunction): RouteObject {
  const route = screen(path, open, load);
  const inBrowser = route.loader as LoaderFunction;
  const loader: LoaderFunction = (args) => (typeof document === "undefined" ? null : inBrowser(args));
  loader.hydrate = load !== undefined;
  return { ...route, loader };
}

/** Screens that are complete HTML from the edge. Visitors of the home page do not load the scripts of the lazy ones. */
const publicRoutes = (data: PageData): RouteObject[] => [
  { path: "/", Component: HomePage, loader: page((_, params) => data.home(params)) },
  {
    path: "/alternatives/:target",
    Component: TargetPage,
    loader: page(async ({ target }, params) => {
      const found = await data.target(target!, params);
      // A former address, from before two names of one product were merged.
      if (found.target.slug !== target)
        throw redirect(withQuery(encodeURI(targetPath(found.target.slug)), Object.fromEntries(params)), 301);
      return found;
    }),
  },
  {
    path: "/categories/:category",
    Component: CategoryPage,
    loader: page(({ category }, params) => data.category(category!, params)),
  },
  {
    path: blogsPath,
    lazy: chunk(() => import("./features/blogs/blogs-page.tsx")),
    loader: page((_, params) => data.blogs(params)),
  },
  {
    path: blogPath(":post"),
    lazy: chunk(() => import("./features/blogs/blog-page.tsx")),
    loader: page(({ post }, params) => data.blog(post!, params)),
  },
  { path: aboutPath, lazy: chunk(() => import("./features/about/about-page.tsx")) },
  { path: contactPath, lazy: chunk(() => import("./features/contact/contact-page.tsx")) },
  { path: pricePath, lazy: chunk(() => import("./features/pricing/price-page.tsx")) },
  {
    path: "/:slug",
    lazy: chunk(async () => ({ Component: (await import("./features/sites/site/site-page.tsx")).SitePage })),
    loader: page(({ slug }, params) => data.site(slug!, params)),
  },
  { path: "*", Component: ErrorPage, loader: () => Promise.reject(new Response(null, { status: 404 })) },
];

/** The one route table. Both sides must build it alike: the ids that React Router hydrates by are positions in it. */
export const createRoutes = (data: PageData): RouteObject[] => [
  {
    Component: Layout,
    // For addresses that not even "*" matches, such as one with a line break: the router's own page shows a stack.
    ErrorBoundary: ErrorPage,
    children: [{ ErrorBoundary: ErrorPage, children: [...entranceRoutes, ...privateRoutes, ...publicRoutes(data)] }],
  },
];

/** A loader that answers a refusal of the server as a response, so that the error page can tell 404 from 410 and 503. */
function page(
  load: (params: Record<string, string | undefined>, query: URLSearchParams) => Promise<unknown>,
): LoaderFunction {
  return async ({ params, request }) => {
    try {
      return await onceOnline(() => load(params, new URL(request.url).searchParams), request.signal);
    } catch (error) {
      if (error instanceof ApiError && error.status)
        throw withStatus({ requestId: error.requestId } satisfies ErrorFacts, { status: error.status });
      throw error;
    }
  };
}
