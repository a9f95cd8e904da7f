import type { ReactNode } from "react";
import { useConfig } from "../data/config.tsx";

type Tracking = { host: string; campaign: string };

/**
 * Adds parameters that tell a site where its visitors come from. The link's own query and fragment stay. Returns
 * undefined if the link is not a web URL.
 */
export function outboundHref(link: string, { host, campaign }: Tracking): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const added = new URLSearchParams({ utm_source: host, utm_medium: "referral", utm_campaign: campaign, ref: host });
  for (const name of url.searchParams.keys()) added.delete(name);
  url.search = [url.search.slice(1), added].filter(String).join("&");
  return url.href;
}

type Props = {
  link: string;
  campaign: string;
  /** Marks a paid link for search engines. */
  isFeatured?: boolean;
  className?: string;
  label?: string;
  /** The id of the listing whose website this is. */
  visits?: number;
  children: ReactNode;
};

export function OutboundLink({ link, campaign, isFeatured = false, className, label, visits, children }: Props) {
  const { host } = new URL(useConfig().origin);
  return (
    <a
      className={className}
      href={outboundHref(link, { host, campaign })}
      rel={isFeatured ? "sponsored nofollow noopener" : "ugc nofollow noopener"}
      target="_blank"
      aria-label={label}
      data-visit={visits}
    >
      {children}
    </a>
  );
}
