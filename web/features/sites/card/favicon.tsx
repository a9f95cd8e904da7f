import { hostOf } from "#schema/links.ts";
import { faviconPath } from "#schema/paths.ts";
import { GlobeIcon } from "../../../ui/icons.tsx";

type Props = { link: string; size?: 16 | 32 | 48 };

/** The favicon of the linked site, served from this origin. A globe if the link is not a URL. */
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

export const faviconHost = (link: string) => (URL.canParse(link) ? hostOf(link) : undefined);
