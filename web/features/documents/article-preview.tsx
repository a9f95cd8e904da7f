import { useEffect, useState } from "react";
import type { Article } from "#schema/document.ts";
import { send } from "#web/api.ts";
import { ArticleBody } from "./article-body.tsx";

/** What the content will look like on the public page. */
export function ArticlePreview({ content }: { content: string }) {
  const [article, setArticle] = useState<Article>();

  useEffect(() => {
    void send<{ article: Article }>("POST", "preview/", { body: { content } }).then((answer) =>
      setArticle(answer.article),
    );
  }, [content]);

  return article && <ArticleBody article={article} linkRel="ugc nofollow noopener" />;
}
