import { useState } from "react";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { aboutPath, accountPath, productPath, sitePath } from "#schema/pages/paths.ts";
import type { Move, MoveStep } from "#schema/sites/switches.ts";
import { ApiError, send } from "../../data/api.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { AsyncContent } from "../../layout/async-content.tsx";
import { Screen } from "../../layout/screen.tsx";
import { showMessage } from "../../ui/message.tsx";
import { Checklist } from "./checklist.tsx";
import type { loader } from "./moved-data.ts";
import { MovedForm } from "./moved-form.tsx";
import "../../forms/long-form.css";

export function Component() {
  const result = useLoaderData<typeof loader>();
  return (
    <Screen title="Your move">
      <AsyncContent data={{ result }} skeleton="form">
        {(move) => <OfProduct key={move.product.slug} {...move} />}
      </AsyncContent>
    </Screen>
  );
}

/** The checklist, if the person plans the move, and the form on how it went. */
function OfProduct(move: Move) {
  const { product, sites } = move;
  const [search] = useSearchParams();
  const planned = sites.find(({ id }) => id === move.site_id);
  const [chosen, setChosen] = useState(search.get("to") ?? planned?.slug);
  const [done, setDone] = useState(move.done);
  const navigate = useNavigate();
  const site = sites.find(({ slug }) => slug === chosen);

  /** Returns whether the change is saved. */
  async function save(body?: { done: MoveStep[] } | { site_id: number | null }) {
    const params = { product: product.slug };
    const fallbackError = "This was not saved. Please try again.";
    try {
      await send(body ? "PUT" : "DELETE", "user/moves/:product/", { params, body, fallbackError });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
      return false;
    }
  }
  function choose(slug: string) {
    setChosen(slug);
    if (done) void save({ site_id: sites.find((one) => one.slug === slug)?.id ?? null });
  }
  /** The page shows the answer, if it does not wait. */
  async function leave(text: string) {
    showMessage(text);
    await navigate(`${sitePath(site!.slug)}#moved`);
  }
  async function change(steps: MoveStep[]) {
    setDone(steps);
    if (!(await save({ done: steps }))) setDone(done);
  }
  return (
    <div className="form long-form">
      <SelectField
        name="to"
        label={`From ${product.name} to`}
        value={site?.slug ?? ""}
        onChange={({ target }) => choose(target.value)}
        options={Object.fromEntries(sites.map((one) => [one.slug, one.name]))}
      >
        <option value="">Please choose</option>
      </SelectField>
      {done && (
        <section className="screen-section" aria-labelledby="checklist-title">
          <h2 id="checklist-title">
            Moving from <Link to={productPath(product.slug)}>{product.name}</Link>
          </h2>
          <Checklist move={move} site={site} done={done} onChange={(steps) => void change(steps)} />
          <p className="actions">
            <button type="button" className="button" onClick={() => window.print()}>
              Print
            </button>
            <button
              type="button"
              className="link-button"
              onClick={async () => (await save()) && navigate(`${accountPath}#moves`)}
            >
              Remove this checklist
            </button>
          </p>
        </section>
      )}
      <section className="screen-section move-answer" aria-labelledby="how-title">
        <h2 id="how-title">How did it go?</h2>
        <p>
          {!site && "First choose what you moved to. "}
          <Link className="touch-link" to={`${aboutPath}#moved`}>
            How answers are shown and counted
          </Link>
        </p>
        {site && <MovedForm key={site.id} product={product} site={site} onDone={leave} />}
      </section>
    </div>
  );
}
