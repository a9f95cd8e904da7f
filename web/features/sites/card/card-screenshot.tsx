import { parseImageSize } from "#schema/images/image-size.ts";
import { smallestFile, srcSetOf } from "#schema/images/site-image-files.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { Logo } from "../logo/logo.tsx";

/** Shown in large cards only. A browser does not load a lazy image that is not displayed. */
export function CardScreenshot({ site: { name, screenshot } }: { site: CardSite }) {
  if (!screenshot)
    return (
      <span className="card-screenshot">
        <Logo name={name} size={72} />
      </span>
    );
  const { url, alt, list_width } = screenshot;
  const size = parseImageSize(url);
  return (
    <img
      className={size && size.height > size.width ? "card-screenshot card-screenshot-tall" : "card-screenshot"}
      src={smallestFile(url)}
      srcSet={srcSetOf(url, list_width)}
      sizes="(max-width: 58rem) 100vw, 36rem"
      alt={alt}
      {...size}
      loading="lazy"
      decoding="async"
    />
  );
}
