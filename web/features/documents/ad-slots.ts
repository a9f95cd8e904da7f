import type { Block } from "#schema/document.ts";

const AD_EVERY_BLOCKS = 3;
const FIRST_AD_AFTER_BLOCK = 3;

/**
 * After how many blocks an ad stands: never before the third block has been read, never after the last, and not between
 * a heading and what stands under it, nor where it could be taken for a site that the author names.
 */
export function adSlots(blocks: Pick<Block, "type">[], every: number = AD_EVERY_BLOCKS): number[] {
  if (every < 1) return [];
  const slots = new Set<number>();
  for (let slot = Math.max(every, FIRST_AD_AFTER_BLOCK); slot < blocks.length; slot += every) {
    let after = slot;
    while (blocks[after - 1]?.type === "header" || [blocks[after - 1], blocks[after]].some(isSiteCard)) after++;
    if (after < blocks.length) slots.add(after);
  }
  return [...slots];
}

const isSiteCard = (block: Pick<Block, "type"> | undefined) => block?.type === "siteCard";
