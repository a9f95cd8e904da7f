import type { ComponentType } from "react";
import type {
  ActionFunction,
  LoaderFunction,
  LoaderFunctionArgs,
  MiddlewareFunction,
  RouteObject,
  ShouldRevalidateFunction,
  ShouldRevalidateFunctionArgs,
} from "react-router";
import { ScreenPending } from "./layout/screen-pending.tsx";
import { retryWhenOnline, waitUntilOnline } from "./offline.ts";
import { requireFullPageLoad } from "./full-page-load.ts";

/** What both sides know of a screen. */
export type ScreenFrame = {
  path: string;
  /** What the document is called until the screen's scripts are there. */
  title: string;
  /** Sends away those who may not be here. */
  guard?: LoaderFunction;
};

type PageFile = { Component: ComponentType };

type DataFile = { loader?: LoaderFunction; action?: ActionFunction; shouldRevalidate?: ShouldRevalidateFunction };

/** The files of a screen. Those of its data are small and ask the server while those of the page are on their way. */
export type ScreenFiles = {
  page: () => Promise<PageFile>;
  data?: () => Promise<DataFile>;
  /** Data that is asked for again apart from the rest, by the ids that `useRouteLoaderData` takes. */
  parts?: Record<string, () => Promise<DataFile>>;
};

/** A page's own scripts. Not asked for offline: a browser remembers a failed import as long as its document lives. */
export function loadOnline<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await waitUntilOnline();
    return load();
  };
}

/** Waits for the network: a new document would be the browser's own page, which says that there is none. */
const waitAndCheckPolicy: MiddlewareFunction = async (args) => {
  // A change does not wait: the screen says that it is offline.
  if (args.request.method !== "GET") return;
  await waitUntilOnline(args.request.signal);
  requireFullPageLoad(args);
};

/** Another query or a change is no reason to ask again who is signed in: calls notice if nobody is. */
const ignoresQuery = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && formMethod === undefined && defaultShouldRevalidate;

const guardedRoute = ({ path, title, guard = () => null }: ScreenFrame) => ({
  path,
  HydrateFallback: () => <ScreenPending title={title} />,
  middleware: [waitAndCheckPolicy],
  loader: (args: LoaderFunctionArgs) => retryWhenOnline(async () => (await guard(args)) ?? null, args.request.signal),
  shouldRevalidate: ignoresQuery,
});

/** A private screen: asks who it is, for the data and for the scripts at the same time. The server has the frame alone. */
export function privateScreen(frame: ScreenFrame, files?: ScreenFiles): RouteObject {
  if (!files) return guardedRoute(frame);
  const { page, data, parts = {} } = files;
  const open = loadOnline(page);
  const leaf: RouteObject = {
    index: true,
    lazy: { ...lazyData(data), Component: async () => (await open()).Component },
  };
  return {
    ...guardedRoute(frame),
    // A route has one loader, so each part is a route around the next.
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

/** A screen that is complete HTML from the edge. */
export function renderedScreen(frame: ScreenFrame, page: () => Promise<PageFile>): RouteObject {
  const route = guardedRoute(frame);
  const open = loadOnline(page);
  const lazy = async () => ({ Component: (await open()).Component });
  return { ...route, loader: browserLoader(route.loader, frame.guard !== undefined), lazy };
}

/** A loader for browsers: there it runs also on the document that came as HTML. */
export function browserLoader(load: LoaderFunction, hydrate = true): LoaderFunction {
  const loader: LoaderFunction = (args) => (typeof document === "undefined" ? null : load(args));
  loader.hydrate = hydrate;
  return loader;
}
