/** How near a logo must be. `loading="lazy"` starts up to 2,500 pixels before (https://web.dev/articles/browser-level-image-lazy-loading#distance-from-viewport_thresholds). */
const MARGIN = "100px";

/** Loads logos when they come near, also those that are added later, and shows them when they have loaded. */
export function loadLogosWhenNear(): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        const logo = target as HTMLImageElement;
        logo.src = logo.dataset["src"]!;
      }
    },
    { rootMargin: MARGIN },
  );
  const watch = () => document.querySelectorAll(".favicon:not([src])").forEach((logo) => near.observe(logo));
  watch();
  new MutationObserver(watch).observe(document, { childList: true, subtree: true });

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
