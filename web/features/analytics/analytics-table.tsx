import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { formatCount } from "../../ui/counts.ts";
import { NumberTable } from "./number-table.tsx";

export const AnalyticsTable = ({ days }: Pick<Analytics, "days">) => (
  <details className="analytics-table">
    <summary>Numbers by day</summary>
    <NumberTable
      columns={["Day", "Total users", "Featured sites", "Basic sites", "Total sites"]}
      rows={days.toReversed().map(({ day, users, featured_sites: featured, basic_sites: basic }) => ({
        key: day,
        name: <DateText iso={day} />,
        values: [users, featured, basic, featured + basic].map(formatCount),
      }))}
    />
  </details>
);
