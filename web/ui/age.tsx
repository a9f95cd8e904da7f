import { ageInWords, formatDate } from "#schema/values/dates.ts";
import { useToday } from "../browser/today.ts";

/** "3 weeks ago", with the exact date on hover. */
export function Age({ iso }: { iso: string }) {
  const today = useToday();
  return (
    <time dateTime={iso} title={formatDate(iso)}>
      {ageInWords(Date.parse(iso), today)}
    </time>
  );
}
