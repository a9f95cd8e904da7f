import { useState, type MouseEvent } from "react";
import type { EmbedBlock, EmbedService } from "#schema/document.ts";
import { useOutbound } from "./article-link.tsx";
import { MarkupView } from "./markup-view.tsx";

const LABELS: Record<EmbedService, string> = {
  youtube: "Play on YouTube",
  vimeo: "Play on Vimeo",
  codepen: "Show from CodePen",
  figma: "Show from Figma",
};

/**
 * A link to the source; a click puts the service's frame in its place. So no other site hears of a visitor who does not
 * ask for it, and the page works without script.
 */
export function EmbedView({ embed: { service, embedUrl, sourceUrl, caption } }: { embed: EmbedBlock }) {
  const [isOpen, setIsOpen] = useState(false);
  const outbound = useOutbound(sourceUrl);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <figure className="article-embed">
      {isOpen ? (
        <iframe
          ref={focus}
          src={embedUrl}
          title={LABELS[service]}
          // The frame is of the service's own origin, so it cannot reach out of the sandbox into this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <a className="article-embed-open" href={sourceUrl} {...outbound} onClick={open}>
          {LABELS[service]}
        </a>
      )}
      {caption.length > 0 && (
        <figcaption dir="auto">
          <MarkupView content={caption} />
        </figcaption>
      )}
    </figure>
  );
}

/** The link that had the focus is gone. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();
