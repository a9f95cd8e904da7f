import { formatDate } from "#schema/values/dates.ts";

export function DateText({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDate(iso)}</time>;
}
