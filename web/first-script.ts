// The build puts this script into the head of each document. It runs before the page is shown.

/** The build writes the address of the stylesheet here. It is empty in `npm run dev`, which adds styles itself. */
declare const STYLESHEET: string;

{
  const { dataset } = document.documentElement;
  let isCached = !STYLESHEET;
  try {
    dataset["view"] = localStorage.getItem("view") ?? "cards";
    isCached ||= sessionStorage["styles"] === STYLESHEET;
    sessionStorage["styles"] = STYLESHEET;
  } catch {
    // Storage is blocked: the page keeps its usual view.
  }
  const addStyles = () => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLESHEET });
    document.head.append(isCached ? Object.assign(link, { blocking: "render" }) : link);
  };
  if (isCached) {
    dataset["font"] = "";
    if (STYLESHEET) addStyles();
  } else {
    // The first screen of a tab's first page waits neither for the stylesheet nor for the font.
    requestAnimationFrame(() => setTimeout(addStyles));
  }
}
