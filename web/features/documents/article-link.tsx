import { createContext, use, type ReactNode } from "react";

/** Values of `rel` for the links of an article by a user, of a paid listing, and of staff. */
export type LinkRel = "ugc nofollow noopener" | "sponsored nofollow noopener" | "noopener";

export const LinkRelContext = createContext<LinkRel>("ugc nofollow noopener");

/** Links to other sites open in a new tab. The page sets `rel`, not the author. */
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
