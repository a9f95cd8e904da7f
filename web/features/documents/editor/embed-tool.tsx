import type { PatternPasteEventDetail } from "@editorjs/editorjs";
import Embed from "@editorjs/embed";
import { createRoot } from "react-dom/client";
import { findEmbed } from "#schema/articles/embeds.ts";
import { parseWebUrl } from "#schema/values/urls.ts";
import { ArticleLink } from "../article-link.tsx";
import { EmbedView } from "../embed-view.tsx";

/** As on the public page, a frame is loaded only when the author asks for it. */
export class EmbedTool extends Embed {
  readonly #view = document.createElement("div");
  readonly #caption = document.createElement("div");
  readonly #root = createRoot(this.#view);

  override render() {
    this.#caption.className = this.CSS.input;
    this.#caption.contentEditable = "true";
    this.#caption.dataset["placeholder"] = "Caption";
    this.#caption.innerHTML = this.data.caption ?? "";
    this.#draw();
    const element = document.createElement("div");
    element.className = this.CSS.baseClass;
    element.append(this.#view, this.#caption);
    return element;
  }

  override save() {
    return { ...this.data, caption: this.#caption.innerHTML };
  }

  override onPaste(event: { detail: PatternPasteEventDetail }) {
    super.onPaste(event);
    this.#draw();
  }

  validate({ source, embed }: { source?: string; embed?: string }) {
    return Boolean(source || embed);
  }

  destroy() {
    this.#root.unmount();
  }

  #draw() {
    const { source, embed } = this.data;
    const found = findEmbed(source) ?? findEmbed(embed);
    const url = parseWebUrl(source) ?? parseWebUrl(embed);
    this.#root.render(
      found ? (
        <EmbedView embed={{ type: "embed", ...found, caption: [] }} />
      ) : (
        <ArticleLink className="article-card" href={url?.href ?? ""}>
          {url?.href}
        </ArticleLink>
      ),
    );
  }
}
