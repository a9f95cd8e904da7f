import type { AttachmentBlock, LinkCardBlock } from "#schema/articles/document.ts";
import { ArticleLink } from "./article-link.tsx";

export function LinkCardView({ card: { url, title, description, imageUrl } }: { card: LinkCardBlock }) {
  return (
    <ArticleLink className="article-card" href={url}>
      {imageUrl && <img src={imageUrl} alt="" width={64} height={64} loading="lazy" decoding="async" />}
      <span className="article-card-text" dir="auto">
        <strong>{title}</strong>
        {description && <span>{description}</span>}
        {URL.canParse(url) && <span className="article-card-host">{new URL(url).hostname}</span>}
      </span>
    </ArticleLink>
  );
}

export function AttachmentView({ file: { url, name, extension, sizeBytes } }: { file: AttachmentBlock }) {
  return (
    <ArticleLink className="article-card" href={url}>
      {extension && <span className="article-extension">{extension}</span>}
      <span className="article-card-text">
        <strong dir="auto">{name}</strong>
        {sizeBytes !== undefined && <span className="article-card-host">{formatSize(sizeBytes)}</span>}
      </span>
    </ArticleLink>
  );
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`;
}
