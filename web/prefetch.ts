import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { signInRoutes } from "./routes.tsx";
import { savesData } from "./browser/saves-data.ts";

/** A shorter stay means that the pointer or the focus only passes over the link. */
const REST_MS = 60;
/** A finger that flicks through a list has moved by then. A tap takes about 90 ms. */
const TOUCH_MS = 30;

/**
 * Prefetches a page's data and scripts when a pointer, a finger or the focus rests on its link, or a mouse presses it.
 * The browser caches the response for as long as the server allows.
 */
export function prefetchOnIntent(routes: RouteObject[]): void {
  let timer: number | undefined;
  let last = "";
  const forget = () => window.clearTimeout(timer);
  const intend = (event: Event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
    // A finger has already sent `pointerover`.
    if (isTouch && event.type === "pointerdown") return;
    forget();
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(":is(main, header) a[href]") : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return void (last = "");
    if (link.href === last || savesData()) return;
    timer = window.setTimeout(
      () => {
        last = link.href;
        load(routes, last);
      },
      isTouch ? TOUCH_MS : event.type === "pointerdown" ? 0 : REST_MS,
    );
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, intend, { passive: true });
  }
  // A touch becomes a scroll: https://www.w3.org/TR/pointerevents3/#the-pointercancel-event
  document.addEventListener("pointercancel", forget, { passive: true });
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
