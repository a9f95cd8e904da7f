import { useSyncExternalStore } from "react";

const VIEWS = [
  ["cards", "Cards"],
  ["table", "Table"],
  ["large", "Large"],
] as const;
type View = (typeof VIEWS)[number][0];

/**
 * The visitor's own view of lists, kept on the device. web/index.html sets it before the page is shown. Large cards without
 * pictures would be cards.
 */
export function ViewChoice({ hasPictures }: { hasPictures: boolean }) {
  const chosen = useSyncExternalStore(subscribe, chosenView, () => "cards");
  const views = VIEWS.filter(([value]) => hasPictures || value !== "large");
  const view = views.some(([value]) => value === chosen) ? chosen : "cards";
  return (
    <fieldset className="segmented needs-script">
      <legend className="visually-hidden">View</legend>
      {views.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name="view" value={value} checked={value === view} onChange={() => choose(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const chosenView = () => document.documentElement.dataset["view"] ?? "cards";

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-view"] });
  return () => observer.disconnect();
}

function choose(view: View): void {
  document.documentElement.dataset["view"] = view;
  try {
    localStorage.setItem("view", view);
  } catch {
    // Storage is full or blocked: the choice is lost with the document.
  }
}
