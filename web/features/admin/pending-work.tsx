import { Link } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { recordsPath } from "./record-query.ts";

export function PendingWork({ apps }: { apps: AdminApp[] }) {
  const lists = apps.flatMap(({ app, models }) =>
    models.flatMap(({ name, waiting }) => waiting.map((list) => ({ ...list, model: `${app}/${name}` }))),
  );
  return (
    <section className="admin-waiting" aria-labelledby="admin-waiting">
      <h2 id="admin-waiting">To do</h2>
      <ul>
        {lists.map(({ model, filter, label, count }) => (
          <li key={model + filter} className="card" data-empty={count === 0 || undefined}>
            <Link to={recordsPath({ model, filter })} aria-haspopup="dialog" preventScrollReset>
              <span className="admin-waiting-count">{count.toLocaleString("en-GB")}</span> {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
