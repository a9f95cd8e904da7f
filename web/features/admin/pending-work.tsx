import { Link } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { Loaded } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../screen-data.ts";
import { PendingItems } from "./pending/pending-items.tsx";
import { type PendingItem, pendingLists } from "./pending/pending-data.ts";
import { recordsPath } from "./record-query.ts";

type Props = { apps: AdminApp[]; pending: LoaderData<PendingItem[]> };

/** The links count everything. The list under them shows the newest records. Until it has loaded, the screen waits. */
export function PendingWork({ apps, pending }: Props) {
  return (
    <section className="admin-waiting" aria-labelledby="admin-waiting">
      <h2 id="admin-waiting">To do</h2>
      <ul className="admin-waiting-lists">
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
