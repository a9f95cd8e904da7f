import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";

/** Shows progress, announces the new page and moves the focus, as a browser does for documents. */
export function NavigationFeedback() {
  const isLoading = useNavigation().state !== "idle";
  const title = usePageFocus();
  return (
    <>
      <div className="progress" hidden={!isLoading} />
      <output className="visually-hidden">{title}</output>
    </>
  );
}

/**
 * Focuses the heading, or the part of the page that the link names, and returns the page's title. Who goes back is on the
 * link again. A changed query is not a new page.
 */
function usePageFocus(): string {
  const location = useLocation();
  const type = useNavigationType();
  /** The pages that were opened, by the entries of the history that had the link. */
  const opened = useRef(new Map<string, string>());
  const [title, setTitle] = useState("");
  const shown = useRef(location);
  useEffect(() => {
    const { pathname, search, key } = shown.current;
    if (type === "PUSH") opened.current.set(key, location.pathname);
    const isSamePage = pathname === location.pathname;
    const isOnlyPart = location !== shown.current && search === location.search && location.hash !== "";
    shown.current = location;
    if (isSamePage && !isOnlyPart) return;
    if (!isSamePage) setTitle(document.title);
    const target =
      document.getElementById(location.hash.slice(1)) ??
      linkTo(opened.current.get(location.key)) ??
      document.querySelector<HTMLElement>("main h1") ??
      document.querySelector("main")!;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [location, type]);
  return title;
}

/** In view: the place of the page is restored by then. */
const linkTo = (pathname?: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a")].find((link) => {
    const { top } = link.getBoundingClientRect();
    return link.pathname === pathname && top > 0 && top < innerHeight;
  });
