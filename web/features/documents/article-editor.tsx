import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { OpenEditor } from "./editor/open-editor.ts";

export type ArticleEditorHandle = {
  /** The newest content, also what the last 300 ms brought, once pictures on their way have arrived. */
  save(): Promise<string>;
  focus(): void;
};

type Props = {
  /** The JSON of an Editor.js document, or plain text. Later changes of it are not taken up. */
  initial: string;
  /** Told 300 ms after the last change. */
  onChange: (content: string) => void;
  label: string;
  describedBy?: string;
  invalid?: boolean;
  ref?: Ref<ArticleEditorHandle>;
};

export function ArticleEditor({ initial, onChange, label, describedBy, invalid = false, ref }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<Promise<OpenEditor>>(undefined);
  const [message, setMessage] = useState("");

  useImperativeHandle(ref, () => ({
    save: async () => (editor.current ? (await editor.current).save() : initial),
    focus: () => void editor.current?.then((open) => open.focus()),
  }));

  useEffect(() => {
    const opening = import("./editor/open-editor.ts").then(({ openEditor }) =>
      openEditor(holder.current!, initial, { onChange, onMessage: setMessage }),
    );
    editor.current = opening;
    return () => void opening.then((open) => open.close());
  }, [initial, onChange]);

  return (
    <div role="group" aria-label={label} aria-describedby={describedBy} data-invalid={invalid || undefined}>
      <div ref={holder} />
      <p role="alert">{message}</p>
    </div>
  );
}
