// Months in full: how they are shortened differs between versions of ICU, and the Worker's and the browser's must agree.
const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** "21 November 2026", the day in UTC. Takes milliseconds or an ISO time. */
export const formatDate = (time: number | string) => format.format(new Date(time));
