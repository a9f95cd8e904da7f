export const AD_EVERY_BLOCKS = 3;
const FIRST_AD_AFTER_BLOCK = 3;

/** After how many blocks an ad stands: never before the third block has been read, and never after the last. */
export function adSlots(blockCount: number, every: number = AD_EVERY_BLOCKS): number[] {
  const count = every > 0 ? Math.ceil(blockCount / every) - 1 : 0;
  return Array.from({ length: count }, (_, index) => (index + 1) * every).filter(
    (after) => after >= FIRST_AD_AFTER_BLOCK,
  );
}
