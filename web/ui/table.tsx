import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import "./table.css";

type Props = { label: string; columns: string[]; children: ReactNode };

/** `children` are rows with one cell per column. */
export const Table = ({ label, columns, children }: Props) => (
  <table className="table" aria-label={label} aria-busy={useNavigation().state !== "idle"}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
