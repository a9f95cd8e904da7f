import { cutAtWord, tidyLine } from "#schema/text.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import type { PageHead } from "../../http/page-head.ts";

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 300;

export type Metadata = { title: string; siteName: string; description: string; imageUrl: string | undefined };

/** Reads Open Graph or Twitter tags, else the tags for search engines. Fields are empty if the page has no such tag. */
export function toMetadata({ title, base, tags }: PageHead): Metadata {
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const tag = tags.find(
        ({ attributes }) =>
          (attributes["property"] ?? attributes["name"])?.toLowerCase() === name && attributes["content"]?.trim(),
      );
      if (tag) return tidyLine(tag.attributes["content"] ?? "");
    }
    return "";
  };
  // Articles show https images only.
  const imageUrl = meta("og:image:secure_url", "og:image", "og:image:url", "twitter:image");
  const image = imageUrl ? publicUrl(imageUrl, base) : undefined;
  return {
    title: cutAtWord(meta("og:title", "twitter:title") || title, TITLE_MAX),
    siteName: cutAtWord(meta("og:site_name", "application-name"), TITLE_MAX),
    description: cutAtWord(meta("og:description", "description", "twitter:description"), DESCRIPTION_MAX),
    imageUrl: image?.protocol === "https:" ? image.href : undefined,
  };
}
