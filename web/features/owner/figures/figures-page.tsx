import { Link, useLoaderData, useSearchParams } from "react-router";
import { aboutPath, sitePath } from "#schema/pages/paths.ts";
import { useSession } from "../../../data/session.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { Badges } from "./badges.tsx";
import { Compared } from "./compared.tsx";
import type { loader } from "./figures-data.ts";
import { Numbers } from "./numbers.tsx";
import "./figures.css";

const PERIODS = [7, 30, 90];
const DEFAULT_PERIOD = 30;

export function Component() {
  const user = useSession();
  const result = useLoaderData<typeof loader>();
  const asked = Number(useSearchParams()[0].get("days"));
  const period = PERIODS.includes(asked) ? asked : DEFAULT_PERIOD;
  if (!user) return null;
  const shown = result.value?.site;
  const isPublic = shown?.review === "active";
  return (
    <Screen
      title={shown ? `Figures of ${shown.name}` : "Figures"}
      isBelowDashboard
      actions={
        isPublic && (
          <Link className="button" to={sitePath(shown.slug)}>
            See the listing
          </Link>
        )
      }
    >
      <AsyncContent data={{ result }}>
        {({ days, site }) => (
          <>
            <nav aria-label="Days">
              <ul className="link-tabs">
                {PERIODS.map((count) => (
                  <li key={count}>
                    <Link to={`?days=${count}`} aria-current={count === period ? "page" : undefined}>
                      {count} days
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <Numbers id={site.id} days={days.slice(-period)} />
            {/* Today has not ended. */}
            <Compared days={days.slice(0, -1)} />
            <section className="screen-section" aria-labelledby="counted-title">
              <h2 id="counted-title">How it is counted</h2>
              <p>
                We count people once a day and place, without a cookie. Who asks not to be tracked is not counted, and
                programs are left out. Days are in UTC, and numbers are about half a minute late.{" "}
                <Link to={`${aboutPath}#counted`}>More about it</Link>
              </p>
            </section>
            {site.review === "active" && <Badges site={site} />}
          </>
        )}
      </AsyncContent>
    </Screen>
  );
}
