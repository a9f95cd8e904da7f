import { useEffect, useRef } from "react";
import { FileButton } from "./file-button.tsx";
import type { Upload } from "./use-image-uploads.ts";

type Props = {
  id: string;
  /** Such as "screenshot 2". */
  of: string;
  upload: Upload | undefined;
  /** Of an image that is not being uploaded. */
  problem: string | undefined;
  /** Undefined if the caller has a button for another file. */
  onChoose?: (file: File) => void;
  onRetry: () => void;
  onCancel: () => void;
  /** The last button is removed, and it had the focus. */
  onFocusLost: () => void;
};

/** What happens to an image: the progress of its upload, or why it is not there. Nothing if all is well. */
export function ImageState({ id, of, upload, problem, onChoose, onRetry, onCancel, onFocusLost }: Props) {
  const hadFocus = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A button that was removed had the focus.
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const next = box.current?.querySelector<HTMLElement>("button, input");
    if (next) return next.focus();
    hadFocus.current = false;
    onFocusLost();
  });
  if (!upload && !problem) return null;

  const isFailed = !upload || upload.stage === "failed";
  const canPress = !isFailed || upload?.canRetry;
  return (
    <div
      ref={box}
      className="image-state"
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      {isFailed ? (
        <p id={id} className="field-error">
          {upload ? `${upload.name}: ${upload.problem}` : problem}
        </p>
      ) : (
        <>
          <p id={id}>{progressText(upload)}</p>
          {upload.stage !== "waiting" && (
            <progress aria-labelledby={id} {...(upload.stage === "sending" && { value: upload.sent })} />
          )}
        </>
      )}
      <div className="image-buttons">
        {canPress && (
          // One element, so that it keeps the focus.
          <button type="button" className="button" onClick={isFailed ? onRetry : onCancel}>
            <span>{isFailed ? "Try again" : "Cancel"}</span>
            <span className="visually-hidden">{` the upload of ${of}`}</span>
          </button>
        )}
        {isFailed && onChoose && (
          <FileButton aria-invalid aria-describedby={id} onChoose={([file]) => file && onChoose(file)}>
            <span>{upload ? "Choose another file" : "Choose a file"}</span>
            <span className="visually-hidden">{` for ${of}`}</span>
          </FileButton>
        )}
      </div>
    </div>
  );
}

function progressText({ name, stage, sent }: Upload): string {
  if (stage === "waiting") return `${name} waits for the image before it.`;
  if (stage === "preparing") return `Preparing ${name}…`;
  return sent < 1 ? `Uploading ${name}: ${Math.floor(sent * 100)}%` : `Storing ${name}…`;
}
