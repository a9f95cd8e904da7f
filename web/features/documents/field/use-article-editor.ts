import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Offer, OpenSection } from "../editor/offered-sections.ts";
import type { OpenEditor } from "../editor/open-editor.ts";
import { loadEditor } from "./load-editor.ts";

type Options = {
  initial: string;
  offer: Offer;
  onChange: (content: string, open: OpenSection[]) => void;
};

/** Loads the scripts of the editor, and opens it in the element `host`. */
export function useArticleEditor(host: RefObject<HTMLElement | null>, { initial, offer, onChange }: Options) {
  const opening = useRef<Promise<OpenEditor>>(undefined);
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<"opening" | "open" | "failed">("opening");
  const [message, setMessage] = useState("");
  const [isUploading, setIsUploading] = useState(false);
  const [focusedMenuEntry, setFocusedMenuEntry] = useState("");

  const reportChange = useEffectEvent((content: string, sections: OpenSection[]) => onChange(content, sections));
  const open = useEffectEvent(async (holder: HTMLElement) => {
    const { openEditor } = await loadEditor();
    return openEditor(holder, initial, offer, {
      onChange: reportChange,
      onMessage: setMessage,
      onUploading: setIsUploading,
      onMenuEntryFocused: setFocusedMenuEntry,
    });
  });

  useEffect(() => {
    let isClosed = false;
    // Each editor has its own element: in StrictMode the second editor opens before the first is closed.
    const holder = document.createElement("div");
    host.current!.append(holder);
    const editor = open(holder);
    opening.current = editor;
    const show = async () => {
      try {
        const opened = await editor;
        if (isClosed) return;
        setState("open");
        // The pressed button "Try again" is gone, so the editor takes the focus.
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
    /** See `ArticleEditorHandle`. Returns `initial` if the editor could not be opened. */
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
