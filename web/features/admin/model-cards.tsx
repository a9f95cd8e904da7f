import { Link } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { recordsPath } from "./record-query.ts";

/** What there is, by application. */
export function ModelCards({ apps }: { apps: AdminApp[] }) {
  return apps.map(({ app, app_name: name, models }) => (
    <section key={app} className="admin-app" aria-labelledby={`app-${app}`}>
      <h2 id={`app-${app}`}>{name}</h2>
      <ul className="admin-models">
        {models.map((model) => (
          <li key={model.name} className="card">
            <Link
              className="card-link"
              to={recordsPath({ model: `${app}/${model.name}` })}
              aria-haspopup="dialog"
              preventScrollReset
            >
              {model.verbose_name_plural}
            </Link>
            <span className="count">{model.count.toLocaleString("en-GB")}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
