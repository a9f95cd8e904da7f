import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { retryImport } from "#web/retry-import.ts";
import type { OpenEditor } from "./editor/open-editor.ts";

type Options = {
  /** The JSON of an Editor.js document, or plain text. */
  initial: string;
  /** Told 300 ms after the last change, and when the editor goes away before that. */
  onChange: (content: string) => void;
};

/** An editor in the element `host` as long as this is rendered. Its scripts are loaded on the way. */
export function useArticleEditor(host: RefObject<HTMLElement | null>, { initial, onChange }: Options) {
  const opening = useRef<Promise<OpenEditor>>(undefined);
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<"opening" | "open" | "failed">("opening");
  /** What is wrong, in a sentence for the author. */
  const [message, setMessage] = useState("");
  const [isUploading, setIsUploading] = useState(false);
  /** What was marked last, in words. */
  const [focusedMenuEntry, setFocusedMenuEntry] = useState("");

  const reportChange = useEffectEvent((content: string) => onChange(content));
  const open = useEffectEvent(async (holder: HTMLElement) => {
    const { openEditor } = await retryImport(() => import("./editor/open-editor.ts"), attempt);
    return openEditor(holder, initial, {
      onChange: reportChange,
      onMessage: setMessage,
      onUploading: setIsUploading,
      onMenuEntryFocused: setFocusedMenuEntry,
    });
  });

  useEffect(() => {
    let isClosed = false;
    // A holder of its own for each editor: under StrictMode the second comes before the first is gone.
    const holder = document.createElement("div");
    host.current!.append(holder);
    const editor = open(holder);
    opening.current = editor;
    const show = async () => {
      try {
        const opened = await editor;
        if (isClosed) return;
        setState("open");
        // The button that was pressed is gone.
        if (attempt > 1) opened.focus();
      } catch (error) {
        console.warn(error);
        if (!isClosed) setState("failed");
      }
    };
    void show();
    return () => {
      isClosed = true;
      holder.remove();
      void editor.then((opened) => opened.close()).catch(() => {});
    };
  }, [host, attempt]);

  return {
    state,
    message,
    isUploading,
    focusedMenuEntry,
    /** As `ArticleEditorHandle`. */
    async save(): Promise<string> {
      const editor = await opening.current?.catch(() => undefined);
      return editor ? editor.save() : initial;
    },
    focus: () => void opening.current?.then((editor) => editor.focus()),
    tryAgain() {
      setState("opening");
      setAttempt(attempt + 1);
    },
  };
}
