// The build puts this script into the head of each document. It runs before the page is shown.

/** The build writes the address of the stylesheet here. It is empty in `npm run dev`, which adds styles itself. */
declare const STYLESHEET: string;

try {
  document.documentElement.dataset["view"] = localStorage.getItem("view") ?? "cards";
} catch {
  // Storage is blocked: the page keeps its usual view.
}

// After the first frame: a stylesheet that comes with the document delays the first screen, which does not need it.
if (STYLESHEET)
  requestAnimationFrame(() =>
    setTimeout(() => {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLESHEET }));
    }),
  );
