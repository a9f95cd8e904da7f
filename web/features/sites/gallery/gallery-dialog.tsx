import { useEffect, useLayoutEffect, useRef } from "react";
import { parseImageSize } from "#schema/images/image-size.ts";
import { srcSetOf } from "#schema/images/site-image-files.ts";
import type { Screenshot } from "#schema/images/site-images.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { StripButtons } from "./strip-buttons.tsx";
import { moveBy, showItem, useStrip } from "./use-strip.ts";

type Props = {
  name: string;
  screenshots: Screenshot[];
  /** The screenshot that is shown first, counted from 0. */
  first: number;
  onClose: () => void;
};

/** One screenshot fills the dialog. A swipe, a button or an arrow key shows the one beside it. */
export function GalleryDialog({ name, screenshots, first, onClose }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { position, onScroll } = useStrip(list);

  // After the effect of `Dialog` that opens it.
  useLayoutEffect(() => showItem(list.current!, first), [first]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      moveBy(list.current!, event.key === "ArrowLeft" ? -1 : 1);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <Dialog title={`Screenshots of ${name}`} className="dialog-wide gallery-dialog" onClose={onClose}>
      {/* It scrolls, so it can have the focus. */}
      <ul className="strip" ref={list} onScroll={onScroll} tabIndex={0} aria-label="Screenshots">
        {screenshots.map(({ url, alt }) => (
          <li key={url}>
            <img
              src={url}
              srcSet={srcSetOf(url)}
              sizes="100vw"
              alt={alt}
              {...parseImageSize(url)}
              loading="lazy"
              decoding="async"
            />
          </li>
        ))}
      </ul>
      <footer className="dialog-footer">
        <output>
          <span className="count">{`${position.index + 1} of ${screenshots.length}`}</span>{" "}
          <span>{screenshots[position.index]!.caption}</span>
        </output>
        {screenshots.length > 1 && <StripButtons list={list} position={position} />}
      </footer>
    </Dialog>
  );
}
