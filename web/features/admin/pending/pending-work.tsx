import { Link } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { Loaded } from "../../../layout/async-content.tsx";
import type { LoaderData } from "../../../data/screen-data.ts";
import { PendingItems } from "./pending-items.tsx";
import { type PendingItem, pendingLists } from "./pending-data.ts";
import { recordsPath } from "../record/record-query.ts";
import "./pending.css";

type Props = { apps: AdminApp[]; pending: LoaderData<PendingItem[]> };

/** The links count everything. The list under them shows the newest records. Until it has loaded, the screen waits. */
export function PendingWork({ apps, pending }: Props) {
  return (
    <section className="pending-work" aria-labelledby="pending-work">
      <h2 id="pending-work">To do</h2>
      <ul className="pending-counts">
        {pendingLists(apps).map(({ model, filter, label, count }) => (
          <li key={model + filter} data-empty={count === 0 || undefined}>
            <Link to={recordsPath({ model, filter })} aria-haspopup="dialog" preventScrollReset>
              <span className="count">{count.toLocaleString("en-GB")}</span> {label}
            </Link>
          </li>
        ))}
      </ul>
      <Loaded data={pending} failure="Could not fetch what waits.">
        {(items) => <PendingItems items={items} />}
      </Loaded>
    </section>
  );
}
