import { Link } from "react-router";
import { movedPath, productPath } from "#schema/pages/paths.ts";
import { type Move, MOVE_STEPS, type MoveStep } from "#schema/sites/switches.ts";
import { SelectField } from "../../../forms/select-field.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import type { MoveChange } from "./user-data.ts";

const STEPS: Record<MoveStep, string> = {
  export: "Export your data",
  import: "Import them",
  tell: "Tell your team",
  close: "Close the old account",
};

type Guide = { texts: string[]; link: string };

/** The browser shows a change at once. If it is not saved, the caller shows a new checklist. */
export function MoveChecklist({ move, change }: { move: Move; change: (input: MoveChange) => void }) {
  const { product, moving_out: out, sites, done } = move;
  const site = sites.find(({ id }) => id === move.site_id);
  const { slug, name } = product;
  const guides: Partial<Record<MoveStep, Guide | null | undefined>> = {
    export: out && { texts: [out.formats && `Formats: ${out.formats}`, ...out.steps], link: out.link },
    import: site?.moving && { texts: [site.moving.text], link: site.moving.link },
  };
  function save(form: HTMLFormElement) {
    const data = new FormData(form);
    const body = { site_id: Number(data.get("site_id")) || null, done: data.getAll("done") as MoveStep[] };
    change({ product: slug, body });
  }
  return (
    <form
      className="form move"
      aria-labelledby={`move-${slug}`}
      onChange={(event) => save(event.currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      <h3 id={`move-${slug}`}>
        Moving from <Link to={productPath(slug)}>{name}</Link>
      </h3>
      <SelectField name="site_id" label="Moving to" defaultValue={site?.id}>
        <option value="">Not chosen yet</option>
        {sites.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <ul className="reasons">
        {MOVE_STEPS.map((step) => (
          <li key={step}>
            <label className="checkbox">
              <input type="checkbox" name="done" value={step} defaultChecked={done.includes(step)} />
              {STEPS[step]}
            </label>
            {guides[step]?.texts.map((text) => text && <p key={text}>{text}</p>)}
            {guides[step]?.link && (
              <OutboundLink link={guides[step].link} campaign="moving">
                {guides[step].link}
              </OutboundLink>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <Link className="button" to={movedPath(slug, site?.slug)}>
          Say how it went
        </Link>
        <button type="button" className="link-button" onClick={() => change({ product: slug })}>
          Remove this checklist<span className="visually-hidden"> of {name}</span>
        </button>
      </p>
    </form>
  );
}
