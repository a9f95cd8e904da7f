import type { Block, ImageBlock, QuoteBlock, TableBlock } from "#schema/articles/document.ts";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { SiteCard } from "../sites/card/site-card.tsx";
import { AttachmentView, LinkCardView } from "./card-views.tsx";
import { EmbedView } from "./embed-view.tsx";
import { renderByIndex } from "./render-by-index.tsx";
import { ListView } from "./list-view.tsx";
import { MarkupView } from "./markup-view.tsx";
import { UNKNOWN_SIZE } from "./unknown-size.ts";

/** Each text has `dir="auto"`: an article can mix left-to-right and right-to-left scripts. */
export function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case "paragraph":
      return (
        <p className={alignmentClass(block)} dir="auto">
          <MarkupView content={block.content} />
        </p>
      );
    case "header": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id} dir="auto">
          <MarkupView content={block.content} />
        </Heading>
      );
    }
    case "list":
      return <ListView {...block} />;
    case "image":
      return <ImageView image={block} />;
    case "code":
      return (
        // Long lines scroll. Keyboard users can scroll an element only if it can have the focus.
        <pre tabIndex={0} dir="ltr" data-language={block.language}>
          <code>{block.code}</code>
        </pre>
      );
    case "quote":
      return <QuoteView quote={block} />;
    case "delimiter":
      return <hr className="article-delimiter" />;
    case "table":
      return <TableView table={block} />;
    case "embed":
      return <EmbedView embed={block} />;
    case "raw":
      return (
        <div className="article-raw" dir="auto">
          <MarkupView content={block.content} />
        </div>
      );
    case "warning":
      return (
        <div className="article-warning" role="note" dir="auto">
          {block.title.length > 0 && (
            <strong className="article-warning-title">
              <MarkupView content={block.title} />
            </strong>
          )}
          <div>
            <MarkupView content={block.message} />
          </div>
        </div>
      );
    case "linkCard":
      return <LinkCardView card={block} />;
    case "siteCard":
      return <SiteCard site={block.site} />;
    case "attachment":
      return <AttachmentView file={block} />;
    case "unsupported":
      return <p className="article-unsupported">Unsupported block type</p>;
  }
}

const alignmentClass = ({ alignment }: { alignment?: string }) => alignment && `article-align-${alignment}`;

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");

function ImageView({ image }: { image: ImageBlock }) {
  const { src, alt, caption, width, height, withBorder, withBackground, stretched } = image;
  return (
    <figure
      className={classes(
        "article-image",
        !width && "article-image-unsized",
        withBorder && "article-image-border",
        withBackground && "article-image-background",
        stretched && "article-stretched",
      )}
    >
      <img
        src={src}
        alt={alt}
        {...(width && height ? { width, height } : UNKNOWN_SIZE)}
        loading="lazy"
        decoding="async"
      />
      {caption.length > 0 && (
        <figcaption dir="auto">
          <MarkupView content={caption} />
        </figcaption>
      )}
    </figure>
  );
}

function QuoteView({ quote }: { quote: QuoteBlock }) {
  return (
    <figure className={classes("article-quote", alignmentClass(quote))}>
      <blockquote dir="auto">
        <MarkupView content={quote.content} />
      </blockquote>
      {quote.caption.length > 0 && (
        <figcaption dir="auto">
          <MarkupView content={quote.caption} />
        </figcaption>
      )}
    </figure>
  );
}

function TableView({ table: { rows, withHeadings, stretched } }: { table: TableBlock }) {
  const [first, ...others] = rows;
  const body = withHeadings ? others : rows;
  // If the first cell is empty, the first column contains headings of rows.
  const hasRowHeadings = withHeadings && first?.[0]?.length === 0;
  return (
    <ScrollBox isStretched={stretched}>
      <table>
        {withHeadings && first && (
          <thead>
            <tr>
              {renderByIndex(first, (cell) => {
                // An empty cell is no heading: screen readers would announce an empty heading.
                const [Cell, scope] = cell.length > 0 ? (["th", "col"] as const) : (["td", undefined] as const);
                return (
                  <Cell dir="auto" scope={scope}>
                    <MarkupView content={cell} />
                  </Cell>
                );
              })}
            </tr>
          </thead>
        )}
        <tbody>
          {renderByIndex(body, (row) => (
            <tr>
              {renderByIndex(row, (cell, column) => {
                const [Cell, scope] =
                  hasRowHeadings && column === 0 ? (["th", "row"] as const) : (["td", undefined] as const);
                return (
                  <Cell dir="auto" scope={scope}>
                    <MarkupView content={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
