import type { Block } from "#schema/articles/document.ts";

const AD_EVERY_BLOCKS = 3;
const FIRST_AD_AFTER_BLOCK = 3;

/**
 * Returns the places of ads, each as the number of blocks before it. An ad follows every `every` blocks, the first not
 * before the end of the third block, and none follows the last block. A place moves down if it is between a heading and
 * its text, between a sentence and its list or image, or beside a site card: readers could mistake the ad for a site that
 * the author recommends.
 */
export function adSlots(blocks: Pick<Block, "type">[], every: number = AD_EVERY_BLOCKS): number[] {
  if (every < 1) return [];
  const slots = new Set<number>();
  for (let slot = Math.max(every, FIRST_AD_AFTER_BLOCK); slot < blocks.length; slot += every) {
    let after = slot;
    while (after < blocks.length && !isFree(blocks[after - 1]!, blocks[after]!)) after++;
    if (after < blocks.length) slots.add(after);
  }
  return [...slots];
}

const isFree = (before: Pick<Block, "type">, after: Pick<Block, "type">) =>
  !["header", "siteCard"].includes(before.type) && ["header", "paragraph"].includes(after.type);
