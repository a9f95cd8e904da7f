export const median = (values: number[]) => percentile(values, 0.5);

/** Returns the value below which `part` (0 to 1) of the values lies, or NaN if there are none. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
