import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { formatCount } from "../../ui/counts.ts";

export function AnalyticsTable({ days }: Pick<Analytics, "days">) {
  return (
    <details className="analytics-table">
      <summary>Numbers by day</summary>
      <ScrollBox isStretched>
        <table>
          <thead>
            <tr>
              {["Day", "Total users", "Featured sites", "Basic sites", "Total sites"].map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, users, featured_sites: featured, basic_sites: basic }) => (
              <tr key={day}>
                <th scope="row">
                  <DateText iso={day} />
                </th>
                <td>{formatCount(users)}</td>
                <td>{formatCount(featured)}</td>
                <td>{formatCount(basic)}</td>
                <td>{formatCount(featured + basic)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
