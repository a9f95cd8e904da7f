// Short month names differ between versions of ICU, and the Worker and the browser must render the same text.
const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Formats Unix ms or ISO 8601 as the day in UTC: "21 November 2026". */
export const formatDate = (time: number | string) => format.format(new Date(time));
