import { Link, useLoaderData } from "react-router";
import { movedPath } from "#schema/pages/paths.ts";
import { MOVE_STEPS } from "#schema/sites/switches.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import type { loader } from "./user-data.ts";

/** Absent if the person plans no move. */
export function MovesSection() {
  const { moves } = useLoaderData<typeof loader>();
  return (
    <AsyncContent data={{ result: moves }}>
      {({ results }) =>
        results.length > 0 && (
          <section id="moves" className="screen-section" aria-labelledby="moves-title">
            <h2 id="moves-title">Your moves</h2>
            <ul>
              {results.map(({ product: { slug, name }, done }) => (
                <li key={slug}>
                  <Link className="touch-link" to={movedPath(slug)}>
                    Moving from {name}: {done?.length} of {Object.keys(MOVE_STEPS).length} done
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </AsyncContent>
  );
}
