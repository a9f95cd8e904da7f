import { type MouseEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FilterIcon } from "../../../ui/icons.tsx";
import { countText } from "../../../ui/counts.ts";
import { ClearFilters } from "./chosen-filters.tsx";
import { FORM_ID } from "./form-id.ts";
import { PANEL_ID } from "./panel-id.ts";
import { FilterFields } from "./filter-fields.tsx";
import { listHref } from "./list-href.ts";

const TITLE = "Filters";

type Props = {
  path: string;
  query: ListQuery;
  sites: CardPage;
  isLoading: boolean;
};

/**
 * Stands beside the list. On phones, `FiltersButton` opens it: as a sheet, or in its place without scripts. The fields
 * exist once, because all of them belong to the same form.
 */
export function FilterPanel({
  path,
  query,
  sites,
  isLoading,
  isOpen,
  onClose,
}: Props & { isOpen: boolean; onClose(): void }) {
  const panel = useRef<HTMLElement>(null);

  // A box may have been pressed before the scripts arrived.
  useEffect(() => {
    const boxes = [...panel.current!.querySelectorAll("input")];
    boxes.find((box) => box.checked !== box.defaultChecked)?.form?.requestSubmit();
  }, []);

  const count = countText(sites.count, ["site", "sites"], sites.count_capped);
  const fields = (
    <>
      <p className="visually-hidden">The numbers count sites.</p>
      <FilterFields path={path} filters={query.filters} sites={sites} />
    </>
  );
  return (
    <>
      <aside ref={panel} id={PANEL_ID} className="filters" aria-labelledby="filters-title">
        <h2 id="filters-title" tabIndex={-1}>
          {TITLE}
        </h2>
        <a className="skip-link" href="#results-title">
          Skip filters
        </a>
        {!isOpen && fields}
        <button className="button button-primary without-script" form={FORM_ID}>
          Apply
        </button>
      </aside>
      {isOpen && (
        <Dialog title={TITLE} className="sheet" onClose={onClose}>
          <div className="sheet-content">{fields}</div>
          <p className="dialog-footer sheet-footer" aria-busy={isLoading}>
            <ClearFilters path={path} query={query} />
            <button type="button" className="button button-primary" onClick={onClose}>
              {`Show ${count}`}
            </button>
          </p>
          <p className="visually-hidden" aria-live="polite">
            {count}
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Shown on phones only. */
export function FiltersButton({ query, onOpen }: { query: ListQuery; onOpen: () => void }) {
  const count = Object.values(query.filters).flat().length;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <a className="button filters-button" href={`#${PANEL_ID}`} aria-haspopup="dialog" onClick={open}>
      <FilterIcon />
      <span>{count > 0 ? `Filters (${count})` : "Filters"}</span>
    </a>
  );
}

/** Instead of the panel, if the page has no numbers for it. */
export const AskForFilters = ({ path, query, onAsk }: Pick<Props, "path" | "query"> & { onAsk: () => void }) => (
  <Link
    className="button filters-button"
    to={`${listHref(path, query, { show: "filters" })}#${PANEL_ID}`}
    preventScrollReset
    onClick={onAsk}
  >
    <FilterIcon />
    <span>{TITLE}</span>
  </Link>
);
