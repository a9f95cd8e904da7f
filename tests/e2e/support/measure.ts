// These functions run in the page. Playwright sends each as text, so it cannot use anything outside itself.

export const overflowsSideways = () => document.documentElement.scrollWidth > window.innerWidth;

/** Returns links, buttons and fields whose touch area is smaller than 44 px. Links inside a sentence are exempt (WCAG 2.5.5). */
export function findSmallTargets(): string[] {
  const TOUCH_PX = 44;
  const place = [window.scrollX, window.scrollY] as const;
  const scope = document.querySelector("dialog[open]:not(:has(dialog[open]))") ?? document.body;
  const targets = scope.querySelectorAll<HTMLElement>(
    "a[href], button, summary, input, select, textarea, [role=button], [role=tab], [role=option], [role=menuitem]",
  );

  const isShown = (target: HTMLElement) =>
    target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !target.closest("[inert]") &&
    !target.matches(":disabled, [type=hidden]") &&
    target.getClientRects().length > 0 &&
    getComputedStyle(target).clipPath === "none";

  function isInSentence(target: HTMLElement): boolean {
    if (!getComputedStyle(target).display.startsWith("inline")) return false;
    let block = target.parentElement!;
    while (getComputedStyle(block).display === "inline") block = block.parentElement!;
    if (!/block|list-item|table-cell/.test(getComputedStyle(block).display)) return false;
    const siblings = [...block.childNodes].filter((node) => !node.contains(target));
    return siblings.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "");
  }

  /** Returns the length in pixels, along one axis through the middle of the target, in which a touch hits the target. */
  function reach(target: HTMLElement, isAcross: boolean): number {
    // A press on the box around a field of Stripe focuses the field.
    const parts = [target, ...((target as HTMLInputElement).labels ?? []), target.closest(".card-element")];
    const box = target.getBoundingClientRect();
    const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
    const isHit = (offset: number) => {
      const [x, y] = isAcross ? [middle[0] + offset, middle[1]] : [middle[0], middle[1] + offset];
      const hit = document.elementFromPoint(x, y);
      return hit !== null && parts.some((part) => part?.contains(hit));
    };
    let hits = 0;
    for (const step of [1, -1])
      for (let offset = step / 2; Math.abs(offset) < TOUCH_PX && isHit(offset); offset += step) hits += 1;
    return hits;
  }

  const small: string[] = [];
  for (const target of targets) {
    if (!isShown(target) || isInSentence(target)) continue;
    const { width, height } = target.getBoundingClientRect();
    if (width >= TOUCH_PX - 0.5 && height >= TOUCH_PX - 0.5) continue;
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const [across, down] = [reach(target, true), reach(target, false)];
    if (across < TOUCH_PX - 1 || down < TOUCH_PX - 1)
      small.push(`${across} × ${down} ${target.outerHTML.slice(0, 160)}`);
  }
  window.scrollTo(...place);
  return small;
}

/** Returns invalid fields without a reason, reasons without a field, duplicate ids, and ARIA references to missing ids. */
export function findLabellingFaults(): string[] {
  const describedBy = (field: Element) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
  const fields = [...document.querySelectorAll("[aria-invalid=true]")];
  const named = new Set(fields.flatMap(describedBy));
  const unexplained = fields.filter((field) => !describedBy(field).some((text) => text?.textContent));
  const unattached = [...document.querySelectorAll(".field-error")].filter(
    (text) => text.textContent && !named.has(text as HTMLElement) && !text.closest("[role=alert]"),
  );
  const ids = [...document.querySelectorAll("[id]")];
  const duplicates = ids.filter((element) => document.getElementById(element.id) !== element);
  const dangling = ["aria-labelledby", "aria-describedby"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].filter((element) =>
      element
        .getAttribute(name)!
        .split(" ")
        .some((id) => !document.getElementById(id)),
    ),
  );
  return [...unexplained, ...unattached, ...duplicates, ...dangling].map((element) => element.outerHTML.slice(0, 160));
}

/** Returns the elements that show no focus ring when they have the focus. Needs a key press before. Restores the focus. */
export function findHiddenFocus(): string[] {
  const before = document.activeElement as HTMLElement | null;
  const scope = document.querySelector("dialog[open]:not(:has(dialog[open]))") ?? document.body;
  const ringOf = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== "none" && outlineWidth !== "0px";
  const hidden: string[] = [];
  for (const element of scope.querySelectorAll<HTMLElement>(
    "a[href], button, summary, input, select, textarea, [tabindex='0']",
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    // The ring may be drawn around a parent, such as a card.
    const holders = [element, element.parentElement!, element.parentElement!.parentElement!];
    const styles = [...holders.map((holder) => getComputedStyle(holder)), getComputedStyle(element, "::after")];
    if (!styles.some(ringOf)) hidden.push(element.outerHTML.slice(0, 160));
  }
  (document.activeElement as HTMLElement | null)?.blur();
  before?.focus({ preventScroll: true });
  return hidden;
}
