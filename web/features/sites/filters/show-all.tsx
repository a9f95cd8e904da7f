import { useLinkClickHandler, useLocation, useNavigation } from "react-router";
import { filterLabel } from "#schema/facts/filters.ts";
import { queryOfAddress } from "./list-href.ts";
import { PANEL_ID } from "./panel-id.ts";

type Props = { path: string; filter: string; total: number };

/** Leads to the same page with all values of the filter. */
export function ShowAll({ path, filter, total }: Props) {
  const shown = useLocation();
  const { location: next } = useNavigation();
  // With another path, the page would count as a new one, and its heading would get the focus.
  const { pathname, search } = next && queryOfAddress(path, next) ? next : shown;
  const params = new URLSearchParams(search);
  params.append("values", filter);
  const to = `${pathname}?${params}`;
  const open = useLinkClickHandler(to, { preventScrollReset: true });
  return (
    // Only a document without scripts needs the fragment: React Router would scroll to it.
    <a href={`${to}#${PANEL_ID}`} className="show-all" rel="nofollow" onClick={open}>
      <span>{`Show all ${total}`}</span>
      <span className="visually-hidden">{` of “${filterLabel(filter)}”`}</span>
    </a>
  );
}
