// The build puts this script into the head of each document. It runs before the page is shown.
{
  try {
    document.documentElement.dataset["view"] = localStorage.getItem("view") ?? "cards";
  } catch {
    // Storage is blocked: the page keeps its usual view.
  }

  // Logos load when they come near. `loading="lazy"` starts up to 2,500 pixels before
  // (https://web.dev/articles/browser-level-image-lazy-loading#distance-from-viewport_thresholds).
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        const logo = target as HTMLImageElement;
        logo.src = logo.dataset["src"]!;
      }
    },
    { rootMargin: "100px" },
  );
  const watchLogos = () => document.querySelectorAll(".favicon:not([src])").forEach((logo) => near.observe(logo));
  new MutationObserver(watchLogos).observe(document, { childList: true, subtree: true });

  // An image of one pixel says that there is no icon.
  document.addEventListener(
    "load",
    ({ target }) => {
      const logo = target as HTMLImageElement;
      if (logo.className === "favicon" && logo.naturalWidth > 1) logo.dataset["loaded"] = "";
    },
    true,
  );
}
