import type { Analytics } from "#schema/admin.ts";

/** `total` is the value now. `values` has one value for each day, oldest first. */
export type Metric = { label: string; total: number; values: number[] };

export const toMetrics = ({ days, ...totals }: Analytics): Metric[] => [
  { label: "Total users", total: totals.total_users, values: days.map((day) => day.users) },
  { label: "Featured sites", total: totals.featured_sites, values: days.map((day) => day.featured_sites) },
  { label: "Basic sites", total: totals.basic_sites, values: days.map((day) => day.basic_sites) },
  {
    label: "Total sites",
    total: totals.total_sites,
    values: days.map((day) => day.featured_sites + day.basic_sites),
  },
];

/** Returns a number with its sign: "+12", "−3" or "±0". */
export function formatChange(change: number): string {
  if (change === 0) return "±0";
  return `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en-GB")}`;
}
