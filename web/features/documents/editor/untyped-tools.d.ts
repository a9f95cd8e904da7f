// Types of packages that have none. Only the parts that are used here.

declare module "@editorjs/checklist" {
  import type { BlockToolConstructable } from "@editorjs/editorjs";
  const Checklist: BlockToolConstructable;
  export default Checklist;
}

declare module "@editorjs/raw" {
  import type { BlockToolConstructable } from "@editorjs/editorjs";
  const Raw: BlockToolConstructable;
  export default Raw;
}

declare module "@editorjs/marker" {
  import type { InlineToolConstructable } from "@editorjs/editorjs";
  const Marker: InlineToolConstructable;
  export default Marker;
}

declare module "@editorjs/attaches" {
  import type { BlockTool, BlockToolConstructorOptions } from "@editorjs/editorjs";
  export type AttachesData = { file?: object; title?: string };
  export default class Attaches implements BlockTool {
    constructor(options: BlockToolConstructorOptions<AttachesData>);
    render(): HTMLElement;
    save(content: HTMLElement): AttachesData;
  }
}

declare module "@editorjs/embed" {
  import type { BlockTool, PatternPasteEventDetail } from "@editorjs/editorjs";
  export type EmbedData = { service?: string; source?: string; embed?: string; caption?: string };
  export default class Embed implements BlockTool {
    data: EmbedData;
    readonly CSS: { baseClass: string; input: string };
    render(): HTMLElement;
    save(): EmbedData;
    onPaste(event: { detail: PatternPasteEventDetail }): void;
  }
}

declare module "@editorjs/link" {
  import type { BlockTool, BlockToolConstructorOptions } from "@editorjs/editorjs";
  export type LinkMeta = { title?: string; description?: string; image?: { url?: string } };
  export type LinkData = { link?: string; meta?: LinkMeta };
  export default class LinkTool implements BlockTool {
    constructor(options: BlockToolConstructorOptions<LinkData>);
    data: LinkData;
    render(): HTMLElement;
    save(): LinkData;
    showProgress(): void;
    onFetch(answer: { success: number; link?: string; meta: LinkMeta }): void;
    applyErrorStyle(): void;
    showLinkPreview(meta: LinkMeta): void;
    fetchLinkData(url: string): Promise<void>;
  }
}
