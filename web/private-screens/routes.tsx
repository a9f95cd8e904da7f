import type { ComponentType, ReactNode } from "react";
import type {
  ActionFunction,
  LoaderFunction,
  LoaderFunctionArgs,
  MiddlewareFunction,
  RouteObject,
  ShouldRevalidateFunction,
  ShouldRevalidateFunctionArgs,
} from "react-router";
import { ScreenPending } from "../layout/screen-pending.tsx";
import { retryWhenOnline, waitUntilOnline } from "../browser/offline.ts";
import { requireFullPageLoad } from "../data/full-page-load.ts";

/** What both the Worker and the browser know about a screen. */
export type ScreenFrame = {
  path: string;
  /** Title of the document until the screen's scripts have loaded. */
  title: string;
  /** Redirects users who may not see the screen. */
  guard?: LoaderFunction;
};

type PageFile = { Component: ComponentType };

type DataFile = { loader?: LoaderFunction; action?: ActionFunction; shouldRevalidate?: ShouldRevalidateFunction };

/** The files of a screen. The data file is small: it sends its request while the page file still loads. */
export type ScreenFiles = {
  page: () => Promise<PageFile>;
  data?: () => Promise<DataFile>;
  /** Data that reloads separately. Each key is a route id for `useRouteLoaderData`. */
  parts?: Record<string, () => Promise<DataFile>>;
};

/** Waits until the browser is online, because browsers remember a failed import until the document is reloaded. */
export function loadOnline<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await waitUntilOnline();
    return load();
  };
}

/** A full page load while offline would show the browser's own offline page. */
const waitAndCheckPolicy: MiddlewareFunction = async (args) => {
  // Actions do not wait: the screen says that it is offline.
  if (args.request.method !== "GET") return;
  await waitUntilOnline(args.request.signal);
  requireFullPageLoad(args);
};

/** Skips the guard after a changed query or an action. If the session has ended, the next API request notices it. */
const ignoresQuery = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && formMethod === undefined && defaultShouldRevalidate;

const guardedRoute = ({ path, title, guard = () => null }: ScreenFrame, outline?: ReactNode) => ({
  path,
  HydrateFallback: () => <ScreenPending title={title} outline={outline} />,
  middleware: [waitAndCheckPolicy],
  loader: (args: LoaderFunctionArgs) => retryWhenOnline(async () => (await guard(args)) ?? null, args.request.signal),
  shouldRevalidate: ignoresQuery,
});

/** Runs the guard, the data loader and the script download in parallel. The Worker renders only the outline. */
export function privateScreen(frame: ScreenFrame, files?: ScreenFiles, outline?: ReactNode): RouteObject {
  if (!files) return guardedRoute(frame, outline);
  const { page, data, parts = {} } = files;
  const open = loadOnline(page);
  const leaf: RouteObject = {
    index: true,
    lazy: { ...lazyData(data), Component: async () => (await open()).Component },
  };
  return {
    ...guardedRoute(frame),
    // A route has only one loader, so the routes of the parts are nested.
    children: Object.entries(parts).reduceRight<RouteObject[]>(
      (children, [id, part]) => [{ id, lazy: lazyData(part), children }],
      [leaf],
    ),
  };
}

function lazyData(data: ScreenFiles["data"]) {
  if (!data) return {};
  const open = loadOnline(data);
  return {
    loader: async () => (await open()).loader,
    action: async () => (await open()).action,
    shouldRevalidate: async () => (await open()).shouldRevalidate,
  };
}

export function renderedScreen(frame: ScreenFrame, page: () => Promise<PageFile>): RouteObject {
  const route = guardedRoute(frame);
  const open = loadOnline(page);
  const lazy = async () => ({ Component: (await open()).Component });
  return { ...route, loader: browserLoader(route.loader, frame.guard !== undefined), lazy };
}

/** Runs only in the browser. `hydrate`: also when it hydrates the page. */
function browserLoader(load: LoaderFunction, hydrate: boolean): LoaderFunction {
  const loader: LoaderFunction = (args) => (typeof document === "undefined" ? null : load(args));
  loader.hydrate = hydrate;
  return loader;
}
