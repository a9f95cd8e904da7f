import { parseImageSize } from "#schema/images/image-size.ts";
import { defaultShareImagePath } from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";

type Props = {
  /** The directory's name is appended. Without a title, the name alone is the title. */
  title?: string;
  description: string;
  /** Canonical path, with a query only if it selects the content. */
  path: string;
  type?: "website" | "article";
  /** Path of the image for shared links. Default: the directory's image. */
  image?: string;
  /** Path of the drawn image for shared links. `alt` says what it shows. */
  shareImage?: { path: string; alt: string };
  /**
   * For searches, sorted lists and comparisons with little to say: search engines must not index them, because their sites
   * are listed elsewhere.
   */
  isSearch?: boolean;
};

type SocialImage = { path: string; type?: string; width?: number; height?: number; alt?: string };

const DRAWN = { type: "image/png", width: 1200, height: 630 };
const DEFAULT_IMAGE = {
  path: defaultShareImagePath,
  alt: "What do you want to leave? Software, and what can take its place.",
};

/** React moves these elements into the document's head. */
export function PageHead({ title, description, path, type = "website", image, shareImage, isSearch = false }: Props) {
  const { name, origin } = useConfig();
  const fullTitle = title ? `${title} – ${name}` : name;
  const url = `${origin}${path}`;
  const shown: SocialImage = image
    ? { path: image, ...parseImageSize(image) }
    : { ...DRAWN, ...(shareImage ?? DEFAULT_IMAGE) };
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {isSearch && <meta name="robots" content="noindex, follow" />}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${origin}${shown.path}`} />
      {shown.type && <meta property="og:image:type" content={shown.type} />}
      {shown.width && <meta property="og:image:width" content={String(shown.width)} />}
      {shown.height && <meta property="og:image:height" content={String(shown.height)} />}
      {shown.alt && <meta property="og:image:alt" content={shown.alt} />}
      {/* X takes the rest from the tags above: https://developer.x.com/cards/markup */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
