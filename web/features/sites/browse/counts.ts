const format = new Intl.NumberFormat("en-GB");

export const formatCount = (count: number) => format.format(count);

/** "1 site", "5,077 sites", "600+ sites". */
export function countText(count: number, [one, many]: [one: string, many: string], isCapped = false): string {
  return `${formatCount(count)}${isCapped ? "+" : ""} ${count === 1 ? one : many}`;
}
