import { type SpeedRow, type Vital, VITALS } from "#schema/vitals.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { countText } from "../../sites/browse/counts.ts";
import { formatVital, rateVital } from "./rate-vital.ts";

const VITAL_NAMES: Record<Vital, string> = {
  LCP: "Largest part shown",
  INP: "Reaction",
  CLS: "Movement",
  TTFB: "First byte",
};

type Props = { label: string; first: string; rows: SpeedRow[]; nameOf: (name: string) => string };

export const SpeedTable = ({ label, first, rows, nameOf }: Props) => (
  <ScrollBox isStretched>
    <table className="speed-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {VITALS.map((vital) => (
            <th key={vital} scope="col">
              {VITAL_NAMES[vital]} <small>{vital}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, vitals }) => (
          <tr key={name}>
            <th scope="row">{nameOf(name)}</th>
            {VITALS.map((vital) => (
              <Figure key={vital} vital={vital} {...vitals[vital]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

/** Words say how good a figure is, because not everybody sees the colour. */
function Figure({ vital, count, p75 }: { vital: Vital } & SpeedRow["vitals"][Vital]) {
  if (count === 0) return <td className="speed-none">Not measured</td>;
  const rating = p75 === null ? "Too few" : rateVital(vital, p75);
  return (
    <td data-rating={rating}>
      {p75 !== null && <strong className="count">{formatVital(vital, p75)}</strong>}
      <span>{rating}</span> <small>{countText(count, ["page", "pages"])}</small>
    </td>
  );
}
