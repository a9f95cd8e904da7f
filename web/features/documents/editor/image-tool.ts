import type { PasteEvent } from "@editorjs/editorjs";
import Image from "@editorjs/image";
import { alternativeTextField } from "./alternative-text.ts";
import type { ToolContext } from "./tool-context.ts";
import { editorImageUrl, storedImageUrl } from "../image-urls.ts";

type Options = ConstructorParameters<typeof Image>[0];
/** The first versions of the tool stored the URL in `url`. */
type Stored = Partial<Options["data"]> & { url?: string; alt?: unknown };

/** Adds a field for the alternative text, shows why an upload failed, and loads remote images through this origin. */
export class ImageTool extends Image {
  readonly #context: ToolContext;
  readonly #alt: ReturnType<typeof alternativeTextField>;

  constructor(options: Options & { config?: { context: ToolContext } }) {
    const { api, block, data, config } = options;
    const context = config!.context;
    const uploadByFile = async (file: Blob) => {
      context.showMessage("");
      try {
        return await context.uploadImage(file);
      } catch (error) {
        context.showMessage(error);
        // Creates the block again: the tool may be about to show the upload as running.
        const { holder } = await api.blocks.update(block.id, {});
        if (document.activeElement === document.body) holder.querySelector<HTMLElement>(".cdx-button")?.focus();
        throw error;
      }
    };
    // A remote image is not copied. Its URL is stored.
    const uploadByUrl = async (url: string) => ({ success: 1, file: { url } });
    super({
      ...options,
      data: toShown(data),
      config: { ...config, endpoints: {}, uploader: { uploadByFile, uploadByUrl } },
      // The tool's own notification would only say that something failed.
      api: { ...api, notifier: { show() {} } },
    });
    this.#context = context;
    const { alt } = data as Stored;
    this.#alt = alternativeTextField(typeof alt === "string" ? alt : "");
  }

  override render() {
    const element = super.render();
    const button = element.querySelector<HTMLElement>(":scope > .cdx-button")!;
    button.role = "button";
    button.tabIndex = 0;
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      button.click();
    });
    element.querySelector(":scope > .image-tool__caption")!.before(this.#alt.label);
    // Shows the block as filled while its image loads, and if the image is missing.
    if (element.querySelector("img")) element.classList.replace("image-tool--empty", "image-tool--filled");
    const describe = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.alt = this.#alt.input.value || "Image";
    };
    for (const outcome of ["load", "error"]) element.addEventListener(outcome, describe, { capture: true });
    return element;
  }

  override save() {
    const data = super.save();
    const alt = this.#alt.input.value.trim();
    return { ...data, file: { ...data.file, url: storedImageUrl(data.file.url) }, ...(alt && { alt }) };
  }

  override async onPaste(event: PasteEvent) {
    if (event.type === "file") return super.onPaste(event);
    // The types of the tool do not say what a paste event contains: an <img> element or a URL.
    const { data } = (event as CustomEvent).detail as { data: string | HTMLImageElement };
    const pastedUrl = typeof data === "string" ? data : data.src;
    const isOwn = pastedUrl.startsWith(`${location.origin}/media/`);
    if (!isOwn && !pastedUrl.startsWith("https:")) {
      this.#context.showMessage("This image cannot be pasted. Save it on your device, then add it from there.");
      return undefined;
    }
    const url = isOwn ? pastedUrl.slice(location.origin.length) : editorImageUrl(pastedUrl);
    return super.onPaste(new CustomEvent("pattern", { detail: { key: "image", data: url } }) as PasteEvent);
  }
}

function toShown(data: Stored): Options["data"] {
  const url = data.file?.url ?? data.url;
  // The tool adds missing fields.
  return { ...data, ...(url && { file: { ...data.file, url: editorImageUrl(url) } }) } as Options["data"];
}
