import type { ComponentType } from "react";
import type { ActionFunction, LoaderFunction, RouteObject, ShouldRevalidateFunctionArgs } from "react-router";
import { ScreenPending } from "./layout/screen-pending.tsx";
import { onceOnline, untilOnline } from "./offline.ts";
import { openAsOwnDocument } from "./own-document.ts";

/** What a lazy screen's file exports. */
export type ScreenModule = { Component: ComponentType; loader?: LoaderFunction; action?: ActionFunction };

export type ScreenFrame = {
  path: string;
  /** What the document is called until the screen's scripts are there. */
  title: string;
  /** Sends away those who may not be here. What it brings is the loader's data if the screen has no loader. */
  guard?: LoaderFunction;
};

/** A page's own scripts. Not asked for offline: a browser remembers a failed import as long as its document lives. */
export function chunk<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await untilOnline();
    return load();
  };
}

/** Another query is no reason to ask again who is signed in; the screen's own calls notice where nobody is. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

/** A screen that loads its scripts while the guard asks. The server has no `open` and shows the frame. */
export function screen({ path, title, guard }: ScreenFrame, open?: () => Promise<ScreenModule>): RouteObject {
  const load = open && chunk(open);
  const loader: LoaderFunction = async (args) => {
    const { signal } = args.request;
    // A new document would be the browser's own page, which says that there is no network.
    await untilOnline(signal);
    openAsOwnDocument(args);
    return onceOnline(async () => {
      const [guarded, module] = await Promise.all([guard?.(args), load?.()]);
      return (await (module?.loader ? module.loader(args) : guarded)) ?? null;
    }, signal);
  };
  const action: ActionFunction = async (args) => {
    const module = await load?.();
    if (!module?.action) throw new Response(null, { status: 405 });
    return module.action(args);
  };
  return {
    path,
    HydrateFallback: () => <ScreenPending title={title} />,
    loader,
    action,
    shouldRevalidate,
    ...(load && { lazy: async () => ({ Component: (await load()).Component }) }),
  };
}

/** A screen whose loader is for browsers: there it runs also on the document that came as HTML. */
export function entrance(frame: ScreenFrame, open: () => Promise<ScreenModule>): RouteObject {
  const route = screen(frame, open);
  const inBrowser = route.loader as LoaderFunction;
  const loader: LoaderFunction = (args) => (typeof document === "undefined" ? null : inBrowser(args));
  loader.hydrate = frame.guard !== undefined;
  return { ...route, loader };
}
