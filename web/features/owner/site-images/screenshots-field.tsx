import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { MAX_SCREENSHOTS, MIN_SCREENSHOT_WIDTH_PX, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import type { DraftScreenshot } from "../draft/site-draft.ts";
import { useRowFocus } from "../../../forms/use-row-focus.ts";
import { FileButton } from "./file-button.tsx";
import type { FilesHandle, ImagesFieldProps } from "./field-props.ts";
import { ScreenshotRow } from "./screenshot-row.tsx";
import { typeProblem } from "./send-image.ts";

type Props = ImagesFieldProps & { handle: Ref<FilesHandle> };

export function ScreenshotsField({ draft, change, current, images, problems, forgetProblems, handle }: Props) {
  const id = useId();
  const [said, say] = useState("");
  const [refusals, setRefusals] = useState<string[]>([]);
  const { list, focusRow } = useRowFocus();
  const button = useRef<HTMLInputElement>(null);
  const rows = draft.screenshots;
  const isFull = rows.length >= MAX_SCREENSHOTS;
  useImperativeHandle(handle, () => ({ take, owns: () => true }));

  // An upload may end between two changes, so each change begins with the latest rows.
  const put = (edit: (latest: DraftScreenshot[]) => DraftScreenshot[]) =>
    change({ screenshots: edit(current().screenshots) });

  function take(files: File[]) {
    const refused: string[] = [];
    const taken: File[] = [];
    const isTaken = (file: File) => taken.some((other) => isSameFile(file, other)) || images.hasFile(file);
    for (const file of files) {
      const wrong = typeProblem(file);
      if (wrong) refused.push(wrong);
      else if (isTaken(file)) refused.push(`${file.name} is here already.`);
      else if (rows.length + taken.length >= MAX_SCREENSHOTS)
        refused.push(`${file.name} was left out: you can add at most ${MAX_SCREENSHOTS} screenshots.`);
      else taken.push(file);
    }
    setRefusals(refused);
    const added = taken.map((file) => ({ file, row: blankScreenshot() }));
    if (added.length > 0) put((latest) => [...latest, ...added.map(({ row }) => row)]);
    for (const { file, row } of added) images.startFile(row.key, "screenshot", file);
  }

  function move(from: number, to: number) {
    forgetProblems();
    put((latest) => latest.toSpliced(from, 1).toSpliced(to, 0, latest[from]!));
    say(`${nameOf(rows[from]!)} is now number ${to + 1} of ${rows.length}.`);
  }

  function remove(index: number) {
    const { key } = rows[index]!;
    const next = rows[index + 1] ?? rows[index - 1];
    images.cancel(key);
    forgetProblems();
    setRefusals([]);
    put((latest) => latest.filter((row) => row.key !== key));
    if (next) focusRow(next.key);
    else button.current?.focus();
    // With the number, two removals in a row are two different texts. A screen reader says only what has changed.
    say(`${nameOf(rows[index]!)} was removed. Left: ${rows.length - 1}.`);
  }

  return (
    <fieldset className="screenshots" name="screenshots">
      <legend>Screenshots</legend>
      <p className="field-hint" id={id}>
        At most {MAX_SCREENSHOTS}, at least {MIN_SCREENSHOT_WIDTH_PX} pixels wide. Choose files, drop them on this page,
        or paste them.
      </p>
      {problems["screenshots"] && (
        <p role="alert" className="field-error">
          {problems["screenshots"]}
        </p>
      )}
      <ol ref={list}>
        {rows.map((row, index) => (
          <li key={row.key} data-key={row.key}>
            <ScreenshotRow
              row={row}
              index={index}
              count={rows.length}
              upload={images.uploads[row.key]}
              problems={problems}
              onChange={(changes) =>
                put((latest) => latest.map((one) => (one.key === row.key ? { ...one, ...changes } : one)))
              }
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
              onChoose={(file) => {
                const wrong = typeProblem(file);
                setRefusals(wrong ? [wrong] : []);
                if (!wrong) images.startFile(row.key, "screenshot", file);
              }}
              onRetry={() => images.retry(row.key)}
              // Without an image of its own, the row ends with its upload.
              onCancel={() => (row.url ? images.cancel(row.key) : remove(index))}
              onFocusLost={() => focusRow(row.key)}
            />
          </li>
        ))}
      </ol>
      {refusals.length > 0 && (
        <ul role="alert">
          {refusals.map((refusal) => (
            <li key={refusal} className="field-error">
              {refusal}
            </li>
          ))}
        </ul>
      )}
      <FileButton
        ref={button}
        multiple
        aria-describedby={id}
        // Not `disabled` or removed at the limit: it may have the focus.
        aria-disabled={isFull}
        onClick={(event) => {
          if (!isFull) return;
          event.preventDefault();
          setRefusals([SITE_IMAGE_MESSAGES.tooMany]);
        }}
        onChoose={take}
      >
        Add screenshots
      </FileButton>
      <output className="visually-hidden">{said}</output>
    </fieldset>
  );
}

const blankScreenshot = (): DraftScreenshot => ({
  key: crypto.randomUUID(),
  url: "",
  alt: "",
  decorative: false,
  caption: "",
});

const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const nameOf = ({ alt }: DraftScreenshot) => alt || "The screenshot";
