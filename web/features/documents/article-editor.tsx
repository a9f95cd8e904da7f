import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { FormMessage } from "#web/forms/form-message.tsx";
import { importAgain } from "#web/import-again.ts";
import "../../forms/long-form.css";
import type { OpenEditor } from "./editor/open-editor.ts";

export type ArticleEditorHandle = {
  /**
   * The newest content, also what the last 300 ms brought, once pictures on their way have arrived. As it came in where
   * nothing was changed.
   * @throws Error with a sentence for the author, which is shown here, too.
   */
  save(): Promise<string>;
  focus(): void;
};

type Props = {
  /** The JSON of an Editor.js document, or plain text. The editor does not take up later changes. */
  initial: string;
  /** Told 300 ms after the last change, and when the editor goes away before that. */
  onChange: (content: string) => void;
  label: string;
  describedBy?: string;
  invalid?: boolean;
  ref?: Ref<ArticleEditorHandle>;
};

export function ArticleEditor({ initial, onChange, label, describedBy, invalid = false, ref }: Props) {
  const hintId = useId();
  const host = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  const opening = useRef<Promise<OpenEditor>>(undefined);
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<"opening" | "open" | "failed">("opening");
  const [message, setMessage] = useState("");
  const [isUploading, setIsUploading] = useState(false);
  const [marked, setMarked] = useState("");

  useImperativeHandle(ref, () => ({
    async save() {
      const editor = await opening.current?.catch(() => undefined);
      return editor ? editor.save() : initial;
    },
    focus: () => void opening.current?.then((editor) => editor.focus()),
  }));

  const tell = useEffectEvent((content: string) => onChange(content));
  const open = useEffectEvent(async (holder: HTMLElement) => {
    const { openEditor } = await importAgain(() => import("./editor/open-editor.ts"), attempt);
    return openEditor(holder, initial, {
      onChange: tell,
      onMessage: setMessage,
      onUploading: setIsUploading,
      onMarked: setMarked,
    });
  });

  useEffect(() => {
    let isGone = false;
    // A holder of its own for each editor: under StrictMode the second comes before the first is gone.
    const holder = document.createElement("div");
    host.current!.append(holder);
    const editor = open(holder);
    opening.current = editor;
    const show = async () => {
      try {
        const opened = await editor;
        if (isGone) return;
        setState("open");
        // The button that was pressed is gone.
        if (attempt > 1) opened.focus();
      } catch (error) {
        console.warn(error);
        if (!isGone) setState("failed");
      }
    };
    void show();
    return () => {
      isGone = true;
      holder.remove();
      void editor.then((opened) => opened.close()).catch(() => {});
    };
  }, [attempt]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && host.current!.contains(event.target);
      // The editor would take a Tab anywhere on the page for one in the block that was edited last.
      if (!isInside && event.key === "Tab") event.stopImmediatePropagation();
      // Code and lists use Tab themselves.
      if (isInside && event.key === "Escape" && !host.current!.querySelector(".ce-popover--opened"))
        hint.current!.focus();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);

  const tryAgain = () => {
    setState("opening");
    setAttempt(attempt + 1);
  };

  return (
    <fieldset
      className="article-editor"
      aria-describedby={[describedBy, hintId].filter(Boolean).join(" ")}
      data-invalid={invalid || undefined}
      aria-busy={state === "opening"}
    >
      <legend>{label}</legend>
      <div className="article-editor-host" ref={host} hidden={state === "failed"} />
      <p className="field-hint" id={hintId} ref={hint} tabIndex={-1}>
        <span className="with-keys">
          Press / in an empty line, or the + beside it, to add a heading, a list, a picture and more. Ctrl and /
          together open the options of a block. Escape leaves the text.
        </span>
        <span className="without-keys">
          Tap a line and then the + to add a heading, a list, a picture and more; the dots beside it open the options of
          a block.
        </span>{" "}
        A pasted link to a video on YouTube or Vimeo becomes the video.
      </p>
      <output>{isUploading && "Uploading the picture …"}</output>
      <output className="visually-hidden">{marked}</output>
      <FormMessage text={state === "failed" ? "Failed to initialize editor" : message} />
      {state === "failed" && (
        <button type="button" className="button" onClick={tryAgain}>
          Try again
        </button>
      )}
    </fieldset>
  );
}
