import { type Ref, useId, useImperativeHandle, useRef } from "react";
import { FormMessage } from "../../../forms/form-message.tsx";
import "../../../forms/long-form.css";
import type { Offer, OpenSection } from "../editor/offered-sections.ts";
import { EditorHint } from "./editor-hint.tsx";
import { useArticleEditor } from "./use-article-editor.ts";
import { useEditorKeys } from "./use-editor-keys.ts";

export type ArticleEditorHandle = {
  /**
   * Waits for image uploads, then returns the newest content as JSON, or `initial` if nothing was changed.
   * @throws Error with a sentence for the author. The editor shows it, too.
   */
  save(): Promise<string>;
  focus(): void;
};

type Props = {
  /** The form finds the field by it. Without it, an error would be shown above all fields. */
  name: string;
  /** The JSON of an Editor.js document, or plain text. Later changes of this prop are ignored. */
  initial: string;
  /** Headings that are not in the article yet. Later changes of this prop are ignored. */
  offer?: Offer;
  /**
   * Called 300 ms after the last change, or earlier if the editor saves or is unmounted. `open` are the offered sections
   * that have no text. `content` does not contain them.
   */
  onChange: (content: string, open: OpenSection[]) => void;
  label: string;
  describedBy?: string;
  invalid?: boolean;
  ref?: Ref<ArticleEditorHandle>;
};

const NO_OFFER: Offer = { sections: [], open: [] };

export function ArticleEditor({
  name,
  initial,
  offer = NO_OFFER,
  onChange,
  label,
  describedBy,
  invalid = false,
  ref,
}: Props) {
  const hintId = useId();
  const host = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  const { state, message, isUploading, focusedMenuEntry, save, focus, tryAgain } = useArticleEditor(host, {
    initial,
    offer,
    onChange,
  });
  useEditorKeys(host, hint);
  useImperativeHandle(ref, () => ({ save, focus }));

  return (
    <fieldset
      name={name}
      className="article-editor"
      aria-describedby={[describedBy, hintId].filter(Boolean).join(" ")}
      data-invalid={invalid || undefined}
      aria-busy={state === "opening"}
    >
      <legend>{label}</legend>
      {/* What is in it is saved, and a translation would be, too. */}
      <div className="article-editor-host" translate="no" ref={host} hidden={state === "failed"} />
      <EditorHint id={hintId} ref={hint} />
      <output>{isUploading && "Uploading the image…"}</output>
      <output className="visually-hidden">{focusedMenuEntry}</output>
      <FormMessage text={state === "failed" ? "Failed to initialize editor" : message} />
      {state === "failed" && (
        <button type="button" className="button" onClick={tryAgain}>
          Try again
        </button>
      )}
    </fieldset>
  );
}
