import type { Ref } from "react";

/** Receives the focus when Escape leaves the text. */
export function EditorHint({ id, ref }: { id: string; ref: Ref<HTMLParagraphElement> }) {
  return (
    <p className="field-hint" id={id} ref={ref} tabIndex={-1}>
      <span className="with-keys">
        Press / in an empty line, or the + next to it, to add a heading, a list, an image and more. Press Ctrl and / to
        open the options of a block. Press Escape to leave the text.
      </span>
      <span className="without-keys">
        Tap a line and then the + to add a heading, a list, an image and more. The dots next to it open the options of a
        block.
      </span>{" "}
      Paste a link to a YouTube or Vimeo video to show the video.
    </p>
  );
}
