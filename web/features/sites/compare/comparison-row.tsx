import type { ReactNode } from "react";
import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import type { Column } from "./fact-differences.ts";

type GroupProps = { title: string; columns: Column[]; children: ReactNode };

export const RowGroup = ({ title, columns, children }: GroupProps) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={columns.length + 1}>
        <h2>{title}</h2>
      </th>
    </tr>
    {children}
  </tbody>
);

type RowProps = {
  label: string;
  columns: Column[];
  /** Who states all of its values. */
  source?: ReactNode;
  children: (column: Column) => ReactNode;
};

export const Row = ({ label, columns, source, children }: RowProps) => (
  <tr>
    <th scope="row" abbr={label}>
      <span>{label}</span>
      {source}
    </th>
    {columns.map((column) => (
      <td key={column.slug} data-label={column.isLeft ? column.name : undefined}>
        {children(column)}
      </td>
    ))}
  </tr>
);

export const NotStated = () => <span className="not-stated">{NOT_STATED}</span>;
