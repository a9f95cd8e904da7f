import type { EditorBlock } from "#schema/articles/document.ts";
import { isBlankParagraph } from "../article-content.ts";
import { type LoadedBlock, type SavedBlock, toStoredBlocks } from "./stored-blocks.ts";

/** A heading that the editor offers. It becomes part of the article when the author writes below it. */
export type Section = {
  key: string;
  /** Inline HTML. */
  heading: string;
  /** Shown in the empty line below the heading. */
  prompt: string;
};

/** A section without text. `at` is the number of blocks of the article before it. Without `at`, it is the last. */
export type OpenSection = { key: string; at?: number | undefined };

/** `open` are the sections that the editor shows although they are not in the article. */
export type Offer = { sections: readonly Section[]; open: readonly OpenSection[] };

const LEVEL = 2;

/** `loaded` is the block of the article. Other blocks are offered. */
type ShownBlock = EditorBlock & { loaded?: EditorBlock; prompt?: string };

/** Puts the open sections between the blocks of the article. */
export function withOpenSections(blocks: readonly EditorBlock[], { sections, open }: Offer): ShownBlock[] {
  const shownAt = (place: number) =>
    open
      .filter(({ at = blocks.length }) => Math.min(at, blocks.length) === place)
      .flatMap(({ key }) => sections.filter((section) => section.key === key))
      .flatMap(({ heading, prompt }): ShownBlock[] => [
        { type: "header", data: { text: heading, level: LEVEL } },
        { type: "paragraph", data: { text: "" }, prompt },
      ]);
  return [
    ...blocks.flatMap((block, index) => [...shownAt(index), { type: block.type, data: block.data, loaded: block }]),
    ...shownAt(blocks.length),
  ];
}

/** Returns the blocks to store, without the sections that have no text, and these sections. */
export function splitSections(
  saved: readonly SavedBlock[],
  loaded: ReadonlyMap<string, LoadedBlock>,
  sections: readonly Section[],
): { stored: EditorBlock[]; open: OpenSection[] } {
  const kept: SavedBlock[] = [];
  const open: OpenSection[] = [];
  for (const [index, block] of saved.entries()) {
    const section = isHeading(block) && sections.find(({ heading }) => heading === block.data?.["text"]);
    if (section && hasNoText(saved.slice(index + 1)))
      open.push({ key: section.key, at: toStoredBlocks(kept, loaded).length });
    else kept.push(block);
  }
  return { stored: toStoredBlocks(kept, loaded), open };
}

function hasNoText(following: SavedBlock[]): boolean {
  const end = following.findIndex(isHeading);
  return following.slice(0, end < 0 ? following.length : end).every(isBlankParagraph);
}

const isHeading = ({ type, data }: SavedBlock) => type === "header" && Number(data?.["level"]) <= LEVEL;
