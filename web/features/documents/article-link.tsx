import { createContext, use, type ReactNode } from "react";

/** What search engines are told about an article's links: its author set them, or paid for them, or we stand by them. */
export type LinkRel = "ugc nofollow noopener" | "sponsored nofollow noopener" | "noopener";

export const LinkRelContext = createContext<LinkRel>("ugc nofollow noopener");

/** Links out of the site open a new tab; `rel` is the page's decision, never the author's. */
export function useOutbound(href: string) {
  const rel = use(LinkRelContext);
  return /^https?:/i.test(href) && { rel, target: "_blank" };
}

type Props = { href: string; className?: string; children: ReactNode };

export function ArticleLink({ href, className, children }: Props) {
  return (
    <a href={href} className={className} {...useOutbound(href)}>
      {children}
    </a>
  );
}
