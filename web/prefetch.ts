import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { signInRoutes } from "./routes.tsx";

/** Shorter stays are a pointer on its way to somewhere else. */
const HOVER_MS = 60;

/**
 * Loads a page's data when the pointer rests on its link, a finger touches it or the focus reaches it. The browser
 * keeps the answer for as long as the server allows, so the click that follows waits for nothing.
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
  // What a private screen shows is asked when it opens: its loader is among its scripts.
  if (typeof match?.route.loader !== "function" || signInRoutes.includes(match.route)) return;
  // Loaders here read the request and the parameters of their arguments, nothing else (routes.tsx).
  const args = { request: new Request(href), params: match.params } as unknown as LoaderFunctionArgs;
  // A refusal is shown to whoever really goes there.
  Promise.resolve(match.route.loader(args)).catch(() => {});
}

/** The browser keeps them, so that React Router finds them there. */
function loadScripts({ lazy = {} }: RouteObject): void {
  for (const open of typeof lazy === "function" ? [lazy] : Object.values(lazy)) open?.().catch(() => {});
}
