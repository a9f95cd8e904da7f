import { dateText } from "#schema/dates.ts";

export function DateText({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dateText(iso)}</time>;
}
