import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { parseImageSize } from "#schema/images/image-size.ts";
import { srcSetOf } from "#schema/images/site-image-files.ts";
import type { Screenshot } from "#schema/images/site-images.ts";
import { GalleryDialog } from "./gallery-dialog.tsx";
import { StripButtons } from "./strip-buttons.tsx";
import { useStrip } from "./use-strip.ts";

type Props = { name: string; screenshots: Screenshot[] };

/** The screenshots of a site, each a link to its widest file. With scripts, a link opens a dialog. */
export function Gallery({ name, screenshots }: Props) {
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { position, onScroll } = useStrip(list);
  const [opened, setOpened] = useState<number | null>(null);
  const open = (event: MouseEvent, index: number) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    setOpened(index);
  };
  return (
    <section className="gallery" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>
          {screenshots.length === 1 ? "Screenshot" : "Screenshots"}
          <span className="visually-hidden">{` of ${name}`}</span>
        </h2>
        {!(position.isStart && position.isEnd) && <StripButtons list={list} position={position} />}
      </header>
      <ul className="strip" ref={list} onScroll={onScroll}>
        {screenshots.map(({ url, alt, caption }, index) => (
          <li key={url}>
            <figure>
              <a
                href={url}
                aria-haspopup="dialog"
                aria-label={alt ? undefined : `Open screenshot ${index + 1}`}
                onClick={(event) => open(event, index)}
                onKeyDown={moveFocus}
              >
                <img
                  src={url}
                  srcSet={srcSetOf(url)}
                  sizes={sizesOf(url)}
                  alt={alt}
                  {...parseImageSize(url)}
                  {...(index === 0 ? { loading: "eager", fetchPriority: "high" } : { loading: "lazy" })}
                  decoding="async"
                />
              </a>
              {caption && <figcaption>{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <GalleryDialog name={name} screenshots={screenshots} first={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/** The arrow keys move the focus to the screenshot beside, and the browser scrolls to it. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || hasModifier(event)) return;
  event.preventDefault();
  const item = event.currentTarget.closest("li")!;
  const beside = step < 0 ? item.previousElementSibling : item.nextElementSibling;
  beside?.querySelector("a")!.focus();
}

/** The heights of `gallery.css`. */
function sizesOf(url: string): string {
  const { width, height } = parseImageSize(url) ?? { width: 1, height: 1 };
  const rem = (blockSize: number) => `${Math.round((blockSize * width) / height)}rem`;
  return `(max-width: 44rem) ${rem(12)}, ${rem(18)}`;
}
