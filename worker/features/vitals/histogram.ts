import { SCALES, SPEED_COUNT_MIN, type SpeedFigure, type Vital } from "#schema/vitals.ts";

/** Returns the number of the bucket: it holds values up to its bound, and the last one all above. */
export function bucketOf(vital: Vital, value: number): number {
  const { bounds } = SCALES[vital];
  const found = bounds.findIndex((bound) => value <= bound);
  return found < 0 ? bounds.length : found;
}

/**
 * Estimates the 75th percentile: as if the values of its bucket had equal distances. So it is at most one bucket wrong, and
 * its rating is right. In the last bucket it is the highest bound.
 */
export function toFigure(vital: Vital, counts: ReadonlyMap<number, number>): SpeedFigure {
  const { bounds } = SCALES[vital];
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  if (count < SPEED_COUNT_MIN) return { count, p75: null };
  let left = count * 0.75;
  for (const [bucket, bound] of bounds.entries()) {
    const here = counts.get(bucket) ?? 0;
    const below = bounds[bucket - 1] ?? 0;
    if (here >= left) return { count, p75: below + (bound - below) * (left / here) };
    left -= here;
  }
  return { count, p75: bounds.at(-1)! };
}
