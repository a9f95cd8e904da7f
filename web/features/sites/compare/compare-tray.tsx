import { Link, useLocation } from "react-router";
import { MAX_COMPARED, MIN_COMPARED } from "#schema/sites/comparisons.ts";
import { comparePath, compareStartPath } from "#schema/pages/paths.ts";
import { emptyTray, useTray } from "../card/tray.ts";

/** The chosen sites, on every page but those of comparisons. The text for screen readers is always there, because they announce only changes in it. */
export function CompareTray() {
  const { sites, news } = useTray();
  const { pathname } = useLocation();
  const isShown = sites.length > 0 && !`${pathname}/`.startsWith(`${compareStartPath}/`);
  return (
    <>
      <output className="visually-hidden">{news}</output>
      {isShown && (
        <section className="compare-tray" aria-label="Sites to compare">
          <div className="wrap">
            <p>
              <span className="count">{`${sites.length} of ${MAX_COMPARED}`}</span>{" "}
              <span>{sites.map(({ name }) => name).join(", ")}</span>
            </p>
            <button type="button" className="button" onClick={emptyTray}>
              Clear
            </button>
            {sites.length < MIN_COMPARED ? (
              <span className="compare-tray-next">Choose one more</span>
            ) : (
              <Link className="button button-primary" to={comparePath(...sites.map(({ slug }) => slug))}>
                {`Compare ${sites.length}`}
              </Link>
            )}
          </div>
        </section>
      )}
    </>
  );
}
