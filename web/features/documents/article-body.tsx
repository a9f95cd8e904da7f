import type { ReactNode } from "react";
import type { Article } from "#schema/articles/document.ts";
import { adSlots } from "./ad-slots.ts";
import { LinkRelContext, type LinkRel } from "./article-link.tsx";
import { BlockView } from "./block-view.tsx";
import { renderByIndex } from "./render-by-index.tsx";

type Props = {
  article: Article;
  linkRel: LinkRel;
  /** Renders an ad. `index` counts the ads of the article from 0. */
  ad?: (index: number) => ReactNode;
};

export function ArticleBody({ article, linkRel, ad }: Props) {
  const slots = ad ? adSlots(article.blocks) : [];
  return (
    <LinkRelContext value={linkRel}>
      <div className="article">
        {renderByIndex(article.blocks, (block, index) => {
          const slot = slots.indexOf(index + 1);
          return (
            <>
              <BlockView block={block} />
              {slot >= 0 && ad?.(slot)}
            </>
          );
        })}
      </div>
    </LinkRelContext>
  );
}
