import { useState, type MouseEvent } from "react";
import type { EmbedBlock, EmbedService } from "#schema/articles/document.ts";
import { useOutbound } from "./article-link.tsx";
import { MarkupView } from "./markup-view.tsx";

const LABELS: Record<EmbedService, string> = {
  youtube: "Play on YouTube",
  vimeo: "Play on Vimeo",
  codepen: "Show the CodePen demo",
  figma: "Show the Figma design",
};

/**
 * Shows a link, which a click replaces with the frame of the service. The service receives no request before this click.
 * Without JavaScript the link still works.
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
          // oxlint-disable-next-line react/iframe-missing-sandbox -- The frame has the origin of the service, so `allow-same-origin` gives it no access to this page.
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

/** The focused link is no longer there. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();
