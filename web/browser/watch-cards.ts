import { tellPage } from "./beacon.ts";

/** Half of a card was visible for so long. */
const SHOWN_MS = 1000;

const timers = new Map<Element, number>();
let marks = new Set<string>();
let cards: string | undefined;

/**
 * Counts which listings of each page were shown, opened and visited. `main` has the signed list of the page, `data-card`
 * the id of a listing, `data-visit` that of a link to its website. Returns a function that tells what was seen.
 */
export function watchCards(): () => void {
  const main = document.querySelector<HTMLElement>("main");
  if (!main || navigator.doNotTrack === "1" || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
    return () => {};
  const begin = () => {
    end();
    // A card that stays would not be reported again.
    observer.disconnect();
    ({ cards } = main.dataset);
    if (!cards) return;
    const page = /;page=(\d+)/.exec(cards)?.[1];
    if (page) marks.add(`opened ${page}${location.hash === "#badge" ? " badge" : ""}`);
    for (const card of main.querySelectorAll("[data-card]")) observer.observe(card);
  };
  const open = ({ target, button }: MouseEvent) => {
    // The right button only opens a menu.
    if (button > 1) return;
    const visit = (target as Element).closest<HTMLElement>("[data-visit]");
    if (visit) marks.add(`visited ${visit.dataset["visit"]}`);
    else if ((target as Element).closest(".card-link, .comparison-name"))
      mark("opened", (target as Element).closest("[data-card]"));
  };
  addEventListener("click", open, true);
  addEventListener("auxclick", open, true);
  // The app shows another page, or another part of a list.
  new MutationObserver(begin).observe(main, { attributeFilter: ["data-cards"] });
  begin();
  return end;
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      clearTimeout(timers.get(target));
      if (intersectionRatio >= 0.5) timers.set(target, window.setTimeout(see, SHOWN_MS, target));
    }
  },
  { threshold: 0.5 },
);

function see(card: Element): void {
  mark("shown", card);
  observer.unobserve(card);
}

function mark(what: string, card: Element | null): void {
  if (card) marks.add(`${what} ${(card as HTMLElement).dataset["card"]}${card.matches(".paid-place") ? " paid" : ""}`);
}

/** Of the page, or of its time on the screen. */
function end(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  if (cards && marks.size > 0) tellPage({ cards, marks: [...marks] });
  marks = new Set();
}
