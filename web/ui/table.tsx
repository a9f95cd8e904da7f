import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import "./table-cells.css";

type Props = {
  label: string;
  columns: string[];
  /** The columns of numbers, which end at one line. Their cells have the class `number`. */
  numbers?: string[];
  children: ReactNode;
};

/** `children` are rows with one cell per column. */
export const Table = ({ label, columns, numbers, children }: Props) => (
  <table className="table" aria-label={label} aria-busy={useNavigation().state !== "idle"}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={numbers?.includes(column) ? "number" : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
