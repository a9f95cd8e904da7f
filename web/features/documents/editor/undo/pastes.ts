import { whenIdle } from "../../../../browser/when-idle.ts";

/** Editor.js inserts empty blocks for a paste. It fills them in an idle callback, and paragraphs before the next frame. */
export function watchPastes(holder: HTMLElement) {
  const listBlocks = () =>
    [...holder.querySelectorAll<HTMLElement>(".ce-block")].map(({ dataset }) => dataset["id"]).join();
  let paste: { blocks: string; end: Promise<void> } | undefined;
  let open = 0;
  const waitForEnd = async () => {
    open += 1;
    await whenIdle(250);
    await whenIdle(250);
    await new Promise(requestAnimationFrame);
    open -= 1;
    if (open === 0) paste = undefined;
  };
  return {
    begin(): void {
      paste = { blocks: paste?.blocks ?? listBlocks(), end: waitForEnd() };
    },
    /** Undefined if all pasted blocks are filled. */
    end: (): Promise<void> | undefined => (paste && paste.blocks !== listBlocks() ? paste.end : undefined),
  };
}
