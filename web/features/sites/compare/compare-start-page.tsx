import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { MAX_COMPARED, MIN_COMPARED } from "#schema/sites/comparisons.ts";
import type { CompareStartPage as StartData } from "#schema/pages/pages.ts";
import { comparePath, compareStartPath } from "#schema/pages/paths.ts";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { Labelled } from "../../../forms/labelled.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { suggestSites } from "../list/suggestions.tsx";

const FIELDS = Array.from({ length: MAX_COMPARED }, (_, index) => index);

/** How to choose sites. The loader leads to the comparison if all names are known. */
export function Component() {
  const { asked, pairs } = useLoaderData<StartData>();
  const leaving = useSearchParams()[0].get("leaving");
  return (
    <div className="wrap text-page">
      <PageHead
        title="Compare software"
        description={`Put ${MIN_COMPARED} to ${MAX_COMPARED} sites side by side: price, licence, platforms, hosting, strengths and limits.`}
        path={compareStartPath}
        isSearch={asked.length > 0}
      />
      <Breadcrumbs parents={[]} current={{ name: "Compare", path: compareStartPath }} />
      <header className="page-header">
        <h1>Compare sites</h1>
        <p className="lead">
          Name {MIN_COMPARED} to {MAX_COMPARED} sites, or choose “Compare” on their cards.
        </p>
      </header>
      <Form className="compare-form" action={compareStartPath} key={JSON.stringify(asked)}>
        {FIELDS.map((index) => (
          <SiteField key={index} index={index} asked={asked[index]} />
        ))}
        {leaving && <input type="hidden" name="leaving" value={leaving} />}
        <button className="button button-primary">Compare</button>
      </Form>
      {pairs.length > 0 && (
        <section className="section" aria-labelledby="pairs-title">
          <h2 id="pairs-title">Ready comparisons</h2>
          <ul className="product-rows">
            {pairs.map(({ product, sites }) => (
              <li key={product}>
                <Link className="compare-pair" viewTransition to={comparePath(...sites.map(({ slug }) => slug))}>
                  {sites.map(({ name }) => name).join(" or ")}
                </Link>{" "}
                <small className="comparison-note">Instead of {product}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function SiteField({ index, asked }: { index: number; asked: StartData["asked"][number] | undefined }) {
  return (
    <Labelled
      label={index < MIN_COMPARED ? `Site ${index + 1}` : `Site ${index + 1} (optional)`}
      error={asked && !asked.site ? "No site has this name. Please choose one of the suggestions." : undefined}
    >
      {(control) => (
        <Combobox
          {...control}
          name="site"
          defaultValue={asked?.site?.name ?? asked?.text}
          required={index < MIN_COMPARED}
          suggest={suggestSites}
          onChoose={() => {}}
        />
      )}
    </Labelled>
  );
}
