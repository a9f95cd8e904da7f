import type { Analytics } from "#schema/admin.ts";

/** `before` is the number on the first day. */
type Metric = { label: string; total: number; before: number };

export function toMetrics({ days, ...totals }: Analytics): Metric[] {
  const { users, featured_sites: featured, basic_sites: basic } = days[0]!;
  return [
    { label: "Total users", total: totals.total_users, before: users },
    { label: "Featured sites", total: totals.featured_sites, before: featured },
    { label: "Basic sites", total: totals.basic_sites, before: basic },
    { label: "Total sites", total: totals.total_sites, before: featured + basic },
  ];
}

/** Returns a number with its sign: "+12", "−3" or "±0". */
export function formatChange(change: number): string {
  if (change === 0) return "±0";
  return `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en-GB")}`;
}
