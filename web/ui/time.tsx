/** "21 November 2026, 18:30" in the visitor's time zone. Only for private screens, which the Worker never renders. */
export function Time({ at }: { at: string }) {
  const time = new Date(at);
  return <time dateTime={at}>{`${DAY.format(time)}, ${CLOCK.format(time)}`}</time>;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
