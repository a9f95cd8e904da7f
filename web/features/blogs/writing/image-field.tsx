import { useEffect, useRef, useState } from "react";
import { MAX_IMAGE_BYTES, IMAGE_MESSAGES, IMAGE_TYPES } from "#schema/images/media.ts";
import { Labelled } from "../../../forms/labelled.tsx";

/** The chosen file, "" to remove the image, or undefined to keep it. */
export type ImageChoice = File | "" | undefined;

type Props = {
  /** Path of the stored image, or empty. */
  current: string;
  chosen: ImageChoice;
  /** `url` is the object URL of the file. */
  onChoose: (image: ImageChoice, url?: string) => void;
  error: string | undefined;
  isLocked: boolean;
};

export function ImageField({ current, chosen, onChoose, error, isLocked }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const [url, setUrl] = useState("");
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const shown = chosen === undefined ? current : chosen && url;

  function choose(file: File | undefined) {
    const wrong = file && problemWith(file);
    setProblem(wrong ?? "");
    if (file && !wrong) {
      const address = URL.createObjectURL(file);
      setUrl(address);
      return onChoose(file, address);
    }
    // A file input cannot go back to its previous file, so it is cleared.
    input.current!.value = "";
    if (chosen instanceof File) onChoose(undefined);
  }
  function remove() {
    setProblem("");
    input.current!.value = "";
    onChoose(current ? "" : undefined);
    input.current!.focus();
  }

  return (
    <div className="image-field">
      <Labelled
        label="Featured image"
        error={problem || error}
        hint="Optional: PNG, JPEG, WebP or GIF, at most 5 MB. It is shown above the blog post and in lists."
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            disabled={isLocked}
            name="featured_image"
            accept={IMAGE_TYPES.join()}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        )}
      </Labelled>
      {shown && (
        <figure>
          <img src={shown} alt="Preview" />
          <button type="button" className="button" disabled={isLocked} onClick={remove}>
            Remove image
          </button>
        </figure>
      )}
    </div>
  );
}

/** Returns why the server would refuse the file, or undefined. The server also checks the bytes. */
function problemWith(file: File): string | undefined {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return IMAGE_MESSAGES.wrongType;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_MESSAGES.tooLarge : undefined;
}
