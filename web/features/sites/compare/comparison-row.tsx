import type { ReactNode } from "react";
import type { Compared, Difference } from "./fact-differences.ts";

type GroupProps = { title: string; columns: number; children: ReactNode };

/** "Only differences" hides it if none of its rows differs. */
export const RowGroup = ({ title, columns, children }: GroupProps) => (
  <tbody className="comparison-group">
    <tr className="comparison-title">
      <th scope="rowgroup" colSpan={columns + 1}>
        <span>{title}</span>
      </th>
    </tr>
    {children}
  </tbody>
);

type RowProps = {
  label: string;
  difference?: Difference;
  sites: Compared[];
  children: (site: Compared) => ReactNode;
};

export const Row = ({ label, difference = "same", sites, children }: RowProps) => (
  <tr className={difference}>
    <RowHead>
      {label}
      {difference === "different" && (
        <>
          <span aria-hidden="true"> ≠</span>
          <span className="visually-hidden"> (differs)</span>
        </>
      )}
    </RowHead>
    {sites.map((site) => (
      <td key={site.slug}>{children(site)}</td>
    ))}
  </tr>
);

export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row">
    <span>{children}</span>
  </th>
);
