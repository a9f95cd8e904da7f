import { Link } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { recordsPath } from "./record/record-query.ts";
import { StripeLinks } from "./stripe-links.tsx";

export function ModelCards({ apps }: { apps: AdminApp[] }) {
  return (
    <ul className="admin-apps">
      {apps.map(({ app, app_name: name, models }) => (
        <li key={app}>
          <section className="admin-app" aria-labelledby={`app-${app}`}>
            <h2 id={`app-${app}`}>{name}</h2>
            <ul>
              {models.map((model) => (
                <li key={model.name}>
                  <Link
                    to={recordsPath({ model: `${app}/${model.name}` })}
                    aria-haspopup="dialog"
                    aria-describedby={`count-${app}-${model.name}`}
                    preventScrollReset
                  >
                    {model.verbose_name_plural}
                  </Link>
                  <span id={`count-${app}-${model.name}`} className="count">
                    {model.count.toLocaleString("en-GB")}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </li>
      ))}
      <li>
        <StripeLinks />
      </li>
    </ul>
  );
}
