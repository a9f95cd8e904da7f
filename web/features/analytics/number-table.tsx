import type { ReactNode } from "react";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import "./analytics.css";

type Row = { key: string; name: ReactNode; values: string[] };

/** It stands in an element with the class `analytics-table`. `values` follow the first column. */
export const NumberTable = ({ columns, rows }: { columns: string[]; rows: Row[] }) => (
  <ScrollBox isStretched>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={columns[at + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);
