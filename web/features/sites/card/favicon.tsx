import { hostOf } from "#schema/links.ts";
import { faviconPath } from "#schema/paths.ts";
import { GlobeIcon } from "../../../ui/icons.tsx";

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

/** Undefined where a link does not parse. */
export const faviconHost = (link: string) => (URL.canParse(link) ? hostOf(link) : undefined);
