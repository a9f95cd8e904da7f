import type { ReactNode } from "react";
import type { Compared } from "./fact-differences.ts";

type GroupProps = { title: string; columns: Compared[]; children: ReactNode };

export const RowGroup = ({ title, columns, children }: GroupProps) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={columns.length + 1}>
        {title}
      </th>
    </tr>
    {children}
  </tbody>
);

type RowProps = { label: string; columns: Compared[]; children: (column: Compared) => ReactNode };

export const Row = ({ label, columns, children }: RowProps) => (
  <tr>
    <RowHead label={label} />
    {columns.map((column) => (
      <td key={column.slug}>{children(column)}</td>
    ))}
  </tr>
);

type WideRowProps = { label: string; columns: Compared[]; children: ReactNode };

/** One cell for all. */
export const WideRow = ({ label, columns, children }: WideRowProps) => (
  <tr className="wide-row">
    <RowHead label={label} />
    <td colSpan={columns.length}>{children}</td>
  </tr>
);

const RowHead = ({ label }: { label: string }) => (
  <th scope="row">
    <span>{label}</span>
  </th>
);
