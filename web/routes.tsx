import { data as withStatus, type LoaderFunction, type RouteObject } from "react-router";
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
} from "#schema/pages/paths.ts";
import { ApiError } from "./data/api.ts";
import { keptPage } from "./browser/kept-pages.ts";
import { retryWhenOnline } from "./browser/offline.ts";
import { requireVisitor } from "./features/accounts/guard.ts";
import { type ErrorFacts, ErrorPage } from "./shell/error-page.tsx";
import { Layout } from "./shell/layout.tsx";
import { PageOutlet } from "./shell/page-outlet.tsx";
import { type DataOf, type Page, PAGE_NAMES, type PageName, PAGES, type ReadPage, TEXT_PAGES } from "./pages.ts";
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

const publicRoutes = (read: ReadPage): RouteObject[] => [
  ...PAGE_NAMES.map((name) => ({ ...shownBy(PAGES[name]), loader: loaderOf(name, read) })),
  ...TEXT_PAGES.map(shownBy),
  { path: "*", Component: ErrorPage, loader: () => Promise.reject(new Response(null, { status: 404 })) },
];

const shownBy = ({ path, Component, lazy }: Pick<Page<never>, "path" | "Component" | "lazy">) => ({
  path,
  ...(Component && { Component }),
  ...(lazy && { lazy: loadOnline(lazy) }),
});

type PrivateParts = { modules?: PrivateModules; outlines?: ScreenOutlines };

const privateRoutes = ({ modules, outlines }: PrivateParts): RouteObject[] =>
  (Object.keys(PRIVATE_SCREENS) as ScreenName[]).map((name) =>
    privateScreen(PRIVATE_SCREENS[name], modules?.[name], outlines?.[name]),
  );

/**
 * The Worker and the browser must build the same table, because React Router hydrates routes by position. The browser
 * passes the modules of private screens, the Worker their outlines.
 */
export const createRoutes = (read: ReadPage, parts: PrivateParts = {}): RouteObject[] => [
  {
    Component: Layout,
    // Without it, React Router's own page shows a stack trace for URLs that not even "*" matches, such as one with a
    // line break.
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: PageOutlet,
        ErrorBoundary: ErrorPage,
        children: [...signInRoutes, ...searchWatchRoutes, ...privateRoutes(parts), ...publicRoutes(read)],
      },
    ],
  },
];

/** Turns an ApiError into an error response, so that the error page knows 404, 410 and 503. */
function loaderOf(name: PageName, read: ReadPage): LoaderFunction {
  const { parameters, redirects }: Page<DataOf<PageName>> = PAGES[name];
  return async ({ params, request }) => {
    const kept = keptPage(request);
    if (kept !== undefined) return kept;
    const query = new URL(request.url).searchParams;
    const known = new URLSearchParams([...query].filter(([parameter]) => parameters.includes(parameter)));
    try {
      const found = await retryWhenOnline(() => read(name, params, known), request.signal);
      return redirects?.(found, params, query) ?? found;
    } catch (error) {
      if (error instanceof ApiError && error.status)
        throw withStatus({ requestId: error.requestId } satisfies ErrorFacts, { status: error.status });
      throw error;
    }
  };
}
