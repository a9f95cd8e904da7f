import { hostOf } from "#schema/values/links.ts";
import { faviconPath } from "#schema/pages/paths.ts";
import { logoFile } from "#schema/images/site-image-files.ts";
import { monogramOf } from "./monogram.ts";

type Props = {
  name: string;
  /** Undefined if the site is not listed: the Worker knows no icon of it. */
  link?: string | undefined;
  /** The uploaded logo. The icon of the link is then not loaded. */
  logo?: string | null;
  size?: 16 | 24 | 32 | 40 | 56 | 72;
  /** True for a product to leave, which is hollow. A site to go to is filled. */
  isProduct?: boolean;
};

/** The uploaded logo, or the icon of the linked site served from this origin, over a monogram of the name. */
export function Logo({ name, link, logo, size = 32, isProduct }: Props) {
  const { letters, tint } = monogramOf(name);
  const host = link && faviconHost(link);
  const src = logo ? logoFile(logo, size) : host && faviconPath(host);
  return (
    <span
      className={`logo${size === 32 ? "" : ` logo-${size}`}${isProduct ? "" : ` tint-${tint}`}`}
      data-letters={letters || undefined}
      aria-hidden="true"
    >
      {src && <img key={src} className="favicon" src={src} alt="" loading="lazy" />}
    </span>
  );
}

export const faviconHost = (link: string) => (URL.canParse(link) ? hostOf(link) : undefined);
