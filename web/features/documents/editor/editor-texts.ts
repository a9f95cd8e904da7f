import type { I18nDictionary } from "@editorjs/editorjs";

/** Replaces unclear texts of Editor.js and its tools. Keys are the original texts. */
export const EDITOR_TEXTS: I18nDictionary = {
  ui: {
    blockTunes: { toggler: { "Click to tune": "Options of this block" } },
    toolbar: { toolbox: { Add: "Add a block" } },
  },
  toolNames: {
    Delimiter: "Dividing line",
    Link: "Link card",
    "Raw HTML": "HTML",
    "Unordered List": "List",
    "Ordered List": "Numbered list",
  },
  tools: {
    image: {
      "Select an Image": "Choose an image",
      "Stretch image": "Full width",
    },
    list: {
      Unordered: "List",
      Ordered: "Numbered list",
      "Start with": "First number",
      "Counter type": "Number style",
    },
    table: { Stretch: "Full width", Collapse: "Fit to its text" },
    linkTool: { Link: "Paste a link" },
    stub: { "The block can not be displayed correctly.": "Unsupported block type. It is kept as it is." },
  },
  blockTunes: { delete: { "Click to delete": "Really delete?" } },
};
