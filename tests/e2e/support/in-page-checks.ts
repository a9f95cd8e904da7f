// Accessibility checks that run inside the page. Playwright sends each function as text, so a function can use only its
// own code and the browser's API.

export const overflowsSideways = () => document.documentElement.scrollWidth > window.innerWidth;

/**
 * Returns the HTML of links, buttons and fields with a touch area below 44 × 44 px (WCAG 2.2, 2.5.5). One px less is
 * tolerated, and a target in a line of text is exempt. If a dialog is open, only its elements are checked.
 */
export function findSmallTargets(): string[] {
  const MIN_PX = 44;
  const scrollPosition = [window.scrollX, window.scrollY] as const;
  const root = document.querySelector("dialog[open]:not(:has(dialog[open]))") ?? document.body;
  const targets = root.querySelectorAll<HTMLElement>(
    "a[href], button, summary, input, select, textarea, [role=button], [role=tab], [role=option], [role=menuitem]",
  );

  const isShown = (target: HTMLElement) =>
    target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !target.closest("[inert]") &&
    !target.matches(":disabled, [type=hidden]") &&
    target.getClientRects().length > 0 &&
    getComputedStyle(target).clipPath === "none";

  function isInLineOfText(target: HTMLElement): boolean {
    if (!getComputedStyle(target).display.startsWith("inline")) return false;
    let block = target.parentElement!;
    while (getComputedStyle(block).display === "inline") block = block.parentElement!;
    if (!/block|list-item|table-cell/.test(getComputedStyle(block).display)) return false;
    const otherNodes = [...block.childNodes].filter((node) => !node.contains(target));
    return otherNodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "");
  }

  /** Counts the pixels on which a touch hits the target. It walks from the middle in both directions, at most 44 px each. */
  function countHits(target: HTMLElement, axis: "horizontal" | "vertical"): number {
    // A touch on a label, or on the box around a field of Stripe, focuses the field.
    const parts = [target, ...((target as HTMLInputElement).labels ?? []), target.closest(".card-element")];
    const box = target.getBoundingClientRect();
    const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
    const isHit = (offset: number) => {
      const [x, y] = axis === "horizontal" ? [middle[0] + offset, middle[1]] : [middle[0], middle[1] + offset];
      const hit = document.elementFromPoint(x, y);
      return hit !== null && parts.some((part) => part?.contains(hit));
    };
    let hits = 0;
    for (const step of [1, -1])
      for (let offset = step / 2; Math.abs(offset) < MIN_PX && isHit(offset); offset += step) hits += 1;
    return hits;
  }

  const small: string[] = [];
  for (const target of targets) {
    if (!isShown(target) || isInLineOfText(target)) continue;
    const { width, height } = target.getBoundingClientRect();
    if (width >= MIN_PX - 0.5 && height >= MIN_PX - 0.5) continue;
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const [across, down] = [countHits(target, "horizontal"), countHits(target, "vertical")];
    if (across < MIN_PX - 1 || down < MIN_PX - 1) small.push(`${across} × ${down} ${target.outerHTML.slice(0, 160)}`);
  }
  window.scrollTo(...scrollPosition);
  return small;
}

/** Returns the HTML of fields with letters below 16 px: phones of Apple zoom into them. */
export function findFieldsThatZoom(): string[] {
  const fields = document.querySelectorAll<HTMLElement>(
    "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea, [contenteditable=true]",
  );
  const isSmall = (field: HTMLElement) => parseFloat(getComputedStyle(field).fontSize) < 16;
  return [...fields].filter(isSmall).map((field) => field.outerHTML.slice(0, 160));
}

/**
 * Returns the HTML of invalid fields without an error text, error texts without a field (alerts are exempt), duplicate
 * ids, and ARIA references to missing ids.
 */
export function findLabellingFaults(): string[] {
  const describedBy = (field: Element) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
  const invalidFields = [...document.querySelectorAll("[aria-invalid=true]")];
  const usedTexts = new Set(invalidFields.flatMap(describedBy));
  const fieldsWithoutText = invalidFields.filter((field) => !describedBy(field).some((text) => text?.textContent));
  const textsWithoutField = [...document.querySelectorAll(".field-error")].filter(
    (text) => text.textContent && !usedTexts.has(text as HTMLElement) && !text.closest("[role=alert]"),
  );
  const withId = [...document.querySelectorAll("[id]")];
  const duplicates = withId.filter((element) => document.getElementById(element.id) !== element);
  const brokenReferences = ["aria-labelledby", "aria-describedby"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].filter((element) =>
      element
        .getAttribute(name)!
        .split(" ")
        .some((id) => !document.getElementById(id)),
    ),
  );
  return [...fieldsWithoutText, ...textsWithoutField, ...duplicates, ...brokenReferences].map((element) =>
    element.outerHTML.slice(0, 160),
  );
}

/**
 * Returns the HTML of elements that show no ring when focused. The test must press a key first: otherwise
 * Chromium shows no ring around links and buttons.
 */
export function findMissingFocusRings(): string[] {
  const focused = document.activeElement as HTMLElement | null;
  const root = document.querySelector("dialog[open]:not(:has(dialog[open]))") ?? document.body;
  const hasRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== "none" && outlineWidth !== "0px";
  const missing: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>(
    "a[href], button, summary, input, select, textarea, [tabindex='0']",
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    // The ring may be drawn around a parent, such as a card.
    const candidates = [element, element.parentElement!, element.parentElement!.parentElement!];
    const styles = [
      ...candidates.map((candidate) => getComputedStyle(candidate)),
      getComputedStyle(element, "::after"),
    ];
    if (!styles.some(hasRing)) missing.push(element.outerHTML.slice(0, 160));
  }
  (document.activeElement as HTMLElement | null)?.blur();
  focused?.focus({ preventScroll: true });
  return missing;
}
