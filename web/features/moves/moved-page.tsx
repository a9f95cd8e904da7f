import { useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { aboutPath, sitePath } from "#schema/pages/paths.ts";
import type { Move } from "#schema/sites/switches.ts";
import { useSession } from "../../data/session.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { AsyncContent } from "../../layout/async-content.tsx";
import { Screen } from "../../layout/screen.tsx";
import type { loader } from "./moved-data.ts";
import { MovedForm } from "./moved-form.tsx";
import "../../forms/long-form.css";

export function Component() {
  const user = useSession();
  const result = useLoaderData<typeof loader>();
  // The session has ended, and the guard redirects.
  if (!user) return null;
  return (
    <Screen title="How did the move go?">
      <AsyncContent data={{ result }} skeleton="form">
        {(data) => <ChooseSite {...data} />}
      </AsyncContent>
    </Screen>
  );
}

/** Each pair has a form of its own. */
function ChooseSite({ product, sites, answers }: Move) {
  const [search, setSearch] = useSearchParams();
  const [done, setDone] = useState("");
  const site = sites.find(({ slug }) => slug === search.get("to"));
  if (site && done)
    return (
      <output ref={focus} className="notice" tabIndex={-1}>
        {done} <Link to={`${sitePath(site.slug)}#moved`}>See the page of {site.name}</Link>
      </output>
    );
  return (
    <div className="form long-form">
      <p>
        <Link className="touch-link" to={`${aboutPath}#moved`}>
          How answers are shown and counted
        </Link>
      </p>
      <SelectField
        name="to"
        label={`Moved from ${product.name} to`}
        value={site?.slug ?? ""}
        onChange={({ target }) => setSearch({ to: target.value }, { replace: true })}
      >
        <option value="">Please choose</option>
        {sites.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      {site && <MovedForm key={site.id} product={product} site={site} answer={answers[site.id]} onDone={setDone} />}
    </div>
  );
}

const focus = (message: HTMLElement | null) => message?.focus();
