import type { I18nDictionary } from "@editorjs/editorjs";

/** The editor's texts that are not plain enough as they are. */
export const EDITOR_TEXTS: I18nDictionary = {
  ui: {
    blockTunes: { toggler: { "Click to tune": "Options of this block" } },
    toolbar: { toolbox: { Add: "Add a block" } },
  },
  toolNames: {
    Delimiter: "Dividing line",
    Image: "Picture",
    Link: "Link card",
    "Raw HTML": "HTML",
    "Unordered List": "List",
    "Ordered List": "Numbered list",
  },
  tools: {
    image: {
      "Select an Image": "Choose a picture",
      "Stretch image": "Full width",
    },
    list: {
      Unordered: "List",
      Ordered: "Numbered list",
      "Start with": "First number",
      "Counter type": "Kind of numbers",
    },
    table: { Stretch: "Full width", Collapse: "As narrow as its text" },
    linkTool: { Link: "Paste a link" },
    stub: { "The block can not be displayed correctly.": "Unsupported block type. It is kept as it is." },
  },
  blockTunes: { delete: { "Click to delete": "Really delete?" } },
};
