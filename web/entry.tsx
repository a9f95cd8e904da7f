import { startTransition, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { HydrationState, RouteObject } from "react-router";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ConfigProvider, routerConfigContext } from "./data/config.tsx";
import { RenderedAt } from "./browser/today.ts";
import { hideComposingKeys } from "./browser/input-methods.ts";
import { type FindControl, keepControls } from "./browser/kept-controls.ts";
import { keepPage } from "./browser/kept-pages.ts";
import { readPage } from "./page-data.ts";
import { prefetchOnIntent } from "./prefetch.ts";
import { privateModules } from "./private-screens/modules.ts";
import { createRoutes } from "./routes.tsx";

// worker/pages/render.tsx writes this block into every document.
const embedded = document.getElementById("page-data")!.textContent;
const { config, hydrationData, renderedAt, isPending } = JSON.parse(embedded) as {
  config: DirectoryConfig;
  hydrationData: HydrationState;
  renderedAt: number;
  /** True for a private screen: its data is not in the document. */
  isPending?: boolean;
};

const routes = createRoutes(readPage, { modules: privateModules });
const getContext = () => new RouterContextProvider(new Map([[routerConfigContext, config]]));
const root = document.getElementById("root")!;

declare global {
  /** Resolves when React controls the page. `start.ts` waits for it. */
  var hydrated: Promise<FindControl> | undefined;
}

// Before all other listeners of the app.
hideComposingKeys();

// Not a top-level await: the scripts that it waits for import this file.
globalThis.hydrated = start();

async function start(): Promise<FindControl> {
  // Hydration needs the page's own scripts.
  if (!isPending) await loadMatched(routes);
  const { promise, resolve } = Promise.withResolvers<FindControl>();
  const router = createBrowserRouter(routes, { getContext, hydrationData });
  keepPage(router.state);
  router.subscribe(keepPage);
  const app = (
    <ConfigProvider value={config}>
      <RenderedAt value={renderedAt}>
        <RouterProvider router={router} />
      </RenderedAt>
    </ConfigProvider>
  );
  const { find, restore } = keepControls();
  // `useId` depends on the position in the tree. The Worker renders the body after an empty <head />, so `null` takes its
  // place here.
  const page = (
    <>
      {null}
      {app}
      <Notify onShown={restore} onHydrated={() => resolve(find)} />
    </>
  );
  // React splits the work of a transition into short tasks.
  startTransition(() => void hydrateRoot(root, page));
  // From now on the app fetches data instead of documents.
  document.querySelector("script[type=speculationrules]")?.remove();
  prefetchOnIntent(routes);
  return promise;
}

/** The last element, so its effects run after those that listen for keys. */
function Notify({ onShown, onHydrated }: { onShown: () => void; onHydrated: () => void }) {
  // Before the next key is pressed.
  useLayoutEffect(onShown, [onShown]);
  useEffect(onHydrated, [onHydrated]);
  return null;
}

/** Loads the page's lazy routes before hydration, as React Router's documentation asks. */
async function loadMatched(all: RouteObject[]): Promise<void> {
  const lazy = matchRoutes(all, location)?.flatMap(({ route }) => (typeof route.lazy === "function" ? [route] : []));
  await Promise.all(
    (lazy ?? []).map(async (route) => {
      const { lazy: load } = route;
      if (typeof load === "function") Object.assign(route, await load(), { lazy: undefined });
    }),
  );
}
