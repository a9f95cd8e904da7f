import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

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

/** Focuses the heading after each navigation and returns the page's title. A changed query is not a new page. */
function usePageFocus(): string {
  const { pathname, hash } = useLocation();
  const [title, setTitle] = useState("");
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    if (hash) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    (heading ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return title;
}
