import type { EditorBlock } from "#schema/articles/document.ts";

type Data = EditorBlock["data"];
/** `data` is undefined if the tool failed. */
export type SavedBlock = { id: string; type: string; data: Data | undefined; isValid: boolean };
/** `data` is what the tool saved directly after loading. */
export type LoadedBlock = { block: EditorBlock; data: Data | undefined };

/**
 * Returns the blocks to store. Tools drop unknown fields and rewrite old shapes. Therefore an unchanged block is stored
 * as it was loaded, and a changed block keeps the fields that its tool does not know. Invalid blocks are left out if
 * they are new or changed.
 * @param loaded By the id that the editor gave the block.
 * @throws Error if the tool of a loaded block fails.
 */
export function toStoredBlocks(saved: readonly SavedBlock[], loaded: ReadonlyMap<string, LoadedBlock>): EditorBlock[] {
  return saved.flatMap(({ id, type, data, isValid }) => {
    const before = loaded.get(id);
    if (before && JSON.stringify(before.data) === JSON.stringify(data)) return before.block;
    if (before && !data) throw new Error(`A block of type ${type} cannot be saved.`);
    if (!data || !isValid) return [];
    if (before?.block.type !== type) return { id, type, data };
    const unknown = Object.entries(before.block.data).filter(([name]) => !(name in (before.data ?? {})));
    return { ...before.block, data: { ...Object.fromEntries(unknown), ...data } };
  });
}
