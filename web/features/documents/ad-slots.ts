import type { Block } from "#schema/articles/document.ts";

const EVERY_BLOCKS = 3;

/**
 * Returns the places of ads, each as the number of blocks before it. An ad follows every third block, and none follows
 * the last block. A place moves down if it is between a heading and its text, between a sentence and its list or image,
 * or beside a site card: readers could mistake the ad for a site that the author recommends.
 */
export function adSlots(blocks: Pick<Block, "type">[]): number[] {
  const slots: number[] = [];
  let next = EVERY_BLOCKS;
  for (const [at, { type }] of blocks.entries())
    if (at >= next && !/^header|siteCard|,(?!header|paragraph)/.test(`${blocks[at - 1]!.type},${type}`)) {
      slots.push(at);
      next = at + EVERY_BLOCKS;
    }
  return slots;
}
