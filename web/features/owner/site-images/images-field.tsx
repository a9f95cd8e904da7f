import { useRef } from "react";
import type { FilesHandle, ImagesFieldProps } from "./field-props.ts";
import { LogoField } from "./logo-field.tsx";
import { ScreenshotsField } from "./screenshots-field.tsx";
import { useArrivingFiles } from "./use-arriving-files.ts";
import "./site-images.css";

type Props = ImagesFieldProps & {
  /** False in a closed tab. Then it takes no files that are dropped or pasted. */
  isOpen?: boolean;
};

export function ImagesField({ isOpen = true, ...props }: Props) {
  const logo = useRef<FilesHandle>(null);
  const screenshots = useRef<FilesHandle>(null);
  const isOver = useArrivingFiles(isOpen, (files, target) => {
    for (const part of [logo.current!, screenshots.current!]) if (part.owns(target)) return part.take(files);
  });
  return (
    <fieldset className={isOver ? "site-images is-over" : "site-images"}>
      <legend>Logo and screenshots (optional)</legend>
      <LogoField {...props} handle={logo} />
      <ScreenshotsField {...props} handle={screenshots} />
      <output className="visually-hidden">{props.images.said}</output>
    </fieldset>
  );
}
