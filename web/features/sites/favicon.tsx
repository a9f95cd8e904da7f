import { faviconPath } from "#schema/paths.ts";
import { GlobeIcon } from "../../ui/icons.tsx";

type Props = { link: string; size?: 16 | 32 | 48 };

/** The icon of the site at the link, from this origin; a globe where the link names no host. */
export function Favicon({ link, size = 32 }: Props) {
  const host = faviconHost(link);
  if (!host) return <GlobeIcon />;
  return (
    <img
      className="favicon"
      src={faviconPath(host)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}

export function faviconHost(link: string): string | undefined {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, "") : undefined;
}
