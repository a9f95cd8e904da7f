import { type Move, MOVE_STEPS, type MoveStep } from "#schema/sites/switches.ts";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import "./moves.css";

type Guide = { texts: string[]; link: string };

type Props = {
  move: Move;
  site: Move["sites"][number] | undefined;
  done: MoveStep[];
  onChange: (done: MoveStep[]) => void;
};

export function Checklist({ move: { moving_out: out }, site, done, onChange }: Props) {
  const guides: Partial<Record<MoveStep, Guide | null | undefined>> = {
    export: out && { texts: [out.formats && `Formats: ${out.formats}`, ...out.steps], link: out.link },
    import: site?.moving && { texts: [site.moving.text], link: site.moving.link },
  };
  return (
    <ul className="reasons checklist">
      {(Object.keys(MOVE_STEPS) as MoveStep[]).map((step) => (
        <li key={step}>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={done.includes(step)}
              onChange={({ target }) =>
                onChange([...done.filter((one) => one !== step), ...(target.checked ? [step] : [])])
              }
            />
            {MOVE_STEPS[step]}
          </label>
          {guides[step]?.texts.map((text) => text && <p key={text}>{text}</p>)}
          {guides[step]?.link && (
            <OutboundLink className="touch-link" link={guides[step].link} campaign="moving">
              {guides[step].link}
            </OutboundLink>
          )}
        </li>
      ))}
    </ul>
  );
}
