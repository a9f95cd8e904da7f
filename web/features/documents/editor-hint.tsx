import type { Ref } from "react";

/** How the editor is used. Takes the focus when the text is left. */
export function EditorHint({ id, ref }: { id: string; ref: Ref<HTMLParagraphElement> }) {
  return (
    <p className="field-hint" id={id} ref={ref} tabIndex={-1}>
      <span className="with-keys">
        Press / in an empty line, or the + beside it, to add a heading, a list, a picture and more. Ctrl and / together
        open the options of a block. Escape leaves the text.
      </span>
      <span className="without-keys">
        Tap a line and then the + to add a heading, a list, a picture and more; the dots beside it open the options of a
        block.
      </span>{" "}
      A pasted link to a video on YouTube or Vimeo becomes the video.
    </p>
  );
}
