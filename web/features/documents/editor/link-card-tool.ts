import type { BlockToolConstructorOptions } from "@editorjs/editorjs";
import LinkTool, { type LinkData, type LinkMeta } from "@editorjs/link";
import { get } from "#web/data/api.ts";
import type { ToolContext } from "./tool-context.ts";
import { editorImageUrl } from "../image-urls.ts";

type Options = BlockToolConstructorOptions<LinkData, { context: ToolContext }>;

/** Shows the error messages of the server, and loads remote images through this origin. */
export class LinkCardTool extends LinkTool {
  readonly #context: ToolContext;

  constructor(options: Options) {
    const { link, meta } = options.data;
    // Without `meta` the official tool would show an empty field instead of the link.
    super({ ...options, data: link ? { link, meta: { title: "", ...meta } } : {} });
    this.#context = options.config!.context;
  }

  override async fetchLinkData(url: string) {
    if (!url.trim()) return;
    this.#context.showMessage("");
    this.showProgress();
    this.data = { link: url.trim() };
    try {
      this.onFetch(await get("link-preview/", { query: { url: url.trim() } }));
    } catch (error) {
      this.#context.showMessage(error);
      this.applyErrorStyle();
    }
  }

  override showLinkPreview(meta: LinkMeta) {
    const url = meta.image?.url;
    super.showLinkPreview({ ...meta, ...(url && { image: { url: editorImageUrl(url) } }) });
  }
}
