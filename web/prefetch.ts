import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { signInRoutes } from "./routes.tsx";

/** A shorter hover means that the pointer only passes over the link. */
const HOVER_MS = 60;

/**
 * Prefetches a page's data and scripts when the pointer rests on its link or presses it, or it gets the focus. The
 * browser caches the response for as long as the server allows.
 */
export function prefetchOnIntent(routes: RouteObject[]): void {
  let timer: number | undefined;
  let last = "";
  const intend = ({ target, type }: Event) => {
    window.clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("main a[href]") : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (link.href === last) return;
    timer = window.setTimeout(
      () => {
        last = link.href;
        load(routes, last);
      },
      type === "pointerover" ? HOVER_MS : 0,
    );
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, intend, { passive: true });
  }
}

function load(routes: RouteObject[], href: string): void {
  const matches = matchRoutes(routes, new URL(href)) ?? [];
  for (const { route } of matches) loadScripts(route);
  const match = matches.at(-1);
  // A private screen's data is not prefetched: its loader is part of its scripts.
  if (typeof match?.route.loader !== "function" || signInRoutes.includes(match.route)) return;
  // Loaders in routes.tsx read only `request` and `params`.
  const args = { request: new Request(href), params: match.params } as unknown as LoaderFunctionArgs;
  // An error appears if the visitor really opens the page.
  Promise.resolve(match.route.loader(args)).catch(() => {});
}

function loadScripts({ lazy = {} }: RouteObject): void {
  for (const open of typeof lazy === "function" ? [lazy] : Object.values(lazy)) open?.().catch(() => {});
}
