import type { EditorBlock } from "#schema/document.ts";

type Data = EditorBlock["data"];
/** A block of the editor, as its tool saves it now; without `data` where the tool failed. */
export type SavedBlock = { id: string; type: string; data: Data | undefined; isValid: boolean };
/** A block as it was loaded, and what its tool saved right after. */
export type LoadedBlock = { block: EditorBlock; data: Data | undefined };

/**
 * What is stored of the editor's blocks. Tools drop fields that they do not know and rewrite old shapes, so a block that
 * its author did not touch is stored as it was loaded, and one that was keeps the fields that its tool never had.
 * @throws Error where the tool of a block that was loaded fails.
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
