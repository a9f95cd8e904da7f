/** Not yet in TypeScript, and not in every browser: https://wicg.github.io/netinfo/#savedata-attribute */
type Connected = { connection?: { saveData?: boolean } };

/** Whether the person asks for less traffic: in the browser, or in the system. Then nothing is loaded ahead. */
export const savesData = () =>
  (navigator as Connected).connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
