import { useId } from "react";
import { parseImageSize } from "#schema/images/image-size.ts";
import { smallestFile } from "#schema/images/site-image-files.ts";
import { MAX_ALT_LENGTH, MAX_CAPTION_LENGTH, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { Field } from "../../../forms/field.tsx";
import { BinIcon, DownIcon, UpIcon } from "../../../ui/icons.tsx";
import type { DraftScreenshot } from "../draft/site-draft.ts";
import { ImageState } from "./image-state.tsx";
import { LocalImage, StoredImage } from "./shown-image.tsx";
import { useImageProblem } from "./use-image-problem.ts";
import type { Upload } from "./use-image-uploads.ts";

type Props = {
  row: DraftScreenshot;
  index: number;
  count: number;
  upload: Upload | undefined;
  problems: Record<string, string>;
  onChange: (changes: Partial<DraftScreenshot>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onChoose: (file: File) => void;
  onRetry: () => void;
  onCancel: () => void;
  onFocusLost: () => void;
};

const EXAMPLE = ". For example: “A board with three columns of tasks”.";

export function ScreenshotRow({ row, index, count, upload, problems, onChange, ...on }: Props) {
  const stateId = useId();
  const path = `screenshots.${index}`;
  const number = index + 1;
  const { url, alt, decorative, caption } = row;
  const { problem, onMissing } = useImageProblem(url, problems, `${path}.url`);
  // After a reload, the file of an upload that did not end is gone.
  const missing = url ? problem : "This image was not uploaded. Please choose its file again.";
  return (
    <fieldset className="screenshot">
      <legend>
        <span>{`Screenshot ${number}`}</span> {index === 0 && <span className="chip">Shown on cards</span>}
      </legend>
      <div className="screenshot-image">
        {upload?.image && <LocalImage image={upload.image} />}
        {!upload && url && problem !== SITE_IMAGE_MESSAGES.notStoredAnyMore && (
          <StoredImage key={url} src={smallestFile(url)} size={parseImageSize(url)!} onMissing={onMissing} />
        )}
      </div>
      <div className="screenshot-fields">
        {/* The form finds the row by this name. Without it, the error would be shown above all fields. */}
        <input type="hidden" name={`${path}.url`} />
        <ImageState
          id={stateId}
          of={`screenshot ${number}`}
          upload={upload}
          problem={upload ? undefined : missing}
          onChoose={on.onChoose}
          onRetry={on.onRetry}
          onCancel={on.onCancel}
          onFocusLost={on.onFocusLost}
        />
        {!decorative && (
          <Field
            name={`${path}.alt`}
            label="Description for people who cannot see it"
            value={alt}
            onChange={(event) => onChange({ alt: event.target.value })}
            error={problems[`${path}.alt`]}
            hint={`${normalizeLine(alt).length}/${MAX_ALT_LENGTH} characters${index === 0 ? EXAMPLE : ""}`}
          />
        )}
        <label className="checkbox">
          <input
            type="checkbox"
            checked={decorative}
            onChange={(event) => onChange({ decorative: event.target.checked })}
          />
          Decorative: it needs no description
        </label>
        <Field
          name={`${path}.caption`}
          label="Caption (optional)"
          value={caption}
          onChange={(event) => onChange({ caption: event.target.value })}
          error={problems[`${path}.caption`]}
          hint={`${normalizeLine(caption).length}/${MAX_CAPTION_LENGTH} characters`}
        />
      </div>
      <div className="alternative-buttons">
        {count > 1 && (
          <>
            {/* Not `disabled` at the ends of the list: the button that moved the row there has the focus. */}
            <button
              type="button"
              className="icon-button"
              aria-label={`Move screenshot ${number} up`}
              aria-disabled={index === 0}
              onClick={() => index > 0 && on.onMove(index - 1)}
            >
              <UpIcon />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Move screenshot ${number} down`}
              aria-disabled={index === count - 1}
              onClick={() => index < count - 1 && on.onMove(index + 1)}
            >
              <DownIcon />
            </button>
          </>
        )}
        <button type="button" className="icon-button" aria-label={`Remove screenshot ${number}`} onClick={on.onRemove}>
          <BinIcon />
        </button>
      </div>
    </fieldset>
  );
}
