import { hostOf } from "#schema/links.ts";
import { faviconPath } from "#schema/paths.ts";
import { monogramOf } from "./monogram.ts";

type Props = {
  name: string;
  /** Undefined if the site is not listed: the Worker knows no icon of it. */
  link?: string | undefined;
  size?: 16 | 24 | 32 | 40 | 48 | 56 | 72;
  /** True for a product to leave, which is hollow. A site to go to is filled. */
  isProduct?: boolean;
};

/** The icon of the linked site, served from this origin, over a monogram of its name. */
export function Logo({ name, link, size = 32, isProduct }: Props) {
  const { letters, tint } = monogramOf(name);
  const host = link && faviconHost(link);
  return (
    <span className={isProduct ? "logo logo-product" : `logo tint-${tint}`}>
      <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
        {letters ? (
          <text x="20" y="26.5">
            {letters}
          </text>
        ) : (
          <circle cx="20" cy="20" r="6" />
        )}
      </svg>
      {host && (
        <img
          key={host}
          className="favicon"
          src={faviconPath(host)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          // The script in index.html sets `data-loaded`, perhaps before hydration.
          suppressHydrationWarning
        />
      )}
    </span>
  );
}

export const faviconHost = (link: string) => (URL.canParse(link) ? hostOf(link) : undefined);
