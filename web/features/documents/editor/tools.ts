import Checklist from "@editorjs/checklist";
import Delimiter from "@editorjs/delimiter";
import type { EditorConfig } from "@editorjs/editorjs";
import InlineCode from "@editorjs/inline-code";
import List from "@editorjs/list";
import Marker from "@editorjs/marker";
import Paragraph from "@editorjs/paragraph";
import Quote from "@editorjs/quote";
import Raw from "@editorjs/raw";

import Underline from "@editorjs/underline";
import Warning from "@editorjs/warning";
import { MAX_LIST_DEPTH } from "#schema/articles/document.ts";
import { IMAGE_TYPES } from "#schema/images/media.ts";
import { AttachmentTool } from "./attachment-tool.ts";
import { CodeTool } from "./code-tool.ts";
import type { ToolContext } from "./tool-context.ts";
import { EmbedTool } from "./embed-tool.tsx";
import { LinkCardTool } from "./link-card-tool.ts";
import { HeadingTool } from "./heading-tool.ts";
import { ImageTool } from "./image-tool.ts";
import { TableTool } from "./table-tool.ts";

type Tools = NonNullable<EditorConfig["tools"]>;

/** By the `type` of their blocks, in the order of the menu. */
export const createTools = (context: ToolContext): Tools =>
  // The type of Editor.js does not cover the options of all packages.
  ({
    paragraph: { class: Paragraph, inlineToolbar: true },
    header: {
      class: HeadingTool,
      inlineToolbar: true,
      config: { levels: [2, 3, 4], defaultLevel: 2, placeholder: "Heading" },
    },
    list: { class: List, inlineToolbar: true, config: { defaultStyle: "unordered", maxLevel: MAX_LIST_DEPTH } },
    image: { class: ImageTool, inlineToolbar: true, config: { context, types: IMAGE_TYPES.join() } },
    quote: {
      class: Quote,
      inlineToolbar: true,
      config: { quotePlaceholder: "Quote", captionPlaceholder: "Who said it" },
    },
    code: { class: CodeTool, config: { placeholder: "Code" } },
    table: { class: TableTool, inlineToolbar: true, config: { rows: 3, cols: 3, withHeadings: true } },
    linkTool: { class: LinkCardTool, config: { context } },
    embed: {
      class: EmbedTool,
      inlineToolbar: true,
      config: { services: { youtube: true, vimeo: true, codepen: true, figma: true } },
    },
    warning: {
      class: Warning,
      inlineToolbar: true,
      config: { titlePlaceholder: "Title", messagePlaceholder: "Message" },
    },
    delimiter: Delimiter,
    raw: { class: Raw, config: { placeholder: "HTML" } },
    // Only for blocks in older articles. The list tool creates new checklists, and files cannot be uploaded.
    checklist: { class: Checklist, inlineToolbar: true, toolbox: false },
    attaches: { class: AttachmentTool, toolbox: false },
    marker: Marker,
    inlineCode: InlineCode,
    underline: Underline,
  }) as Tools;
