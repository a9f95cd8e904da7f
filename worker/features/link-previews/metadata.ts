import { cutAtWord, normalizeLine } from "#schema/values/text.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import type { PageHead } from "../../http/page-head.ts";

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 300;

export type Metadata = { title: string; siteName: string; description: string; imageUrl: string | undefined };

/** Reads Open Graph or Twitter tags, else the title and the tags for search engines. Missing fields are empty. */
export function toMetadata({ title, base, tags }: PageHead): Metadata {
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const tag = tags.find(
        ({ attributes }) =>
          (attributes["property"] ?? attributes["name"])?.toLowerCase() === name && attributes["content"]?.trim(),
      );
      if (tag) return normalizeLine(tag.attributes["content"] ?? "");
    }
    return "";
  };
  // Articles show https images only.
  const imageUrl = meta("og:image:secure_url", "og:image", "og:image:url", "twitter:image");
  const image = imageUrl ? publicUrl(imageUrl, base) : undefined;
  return {
    title: cutAtWord(meta("og:title", "twitter:title") || title, MAX_TITLE_LENGTH),
    siteName: cutAtWord(meta("og:site_name", "application-name"), MAX_TITLE_LENGTH),
    description: cutAtWord(meta("og:description", "description", "twitter:description"), MAX_DESCRIPTION_LENGTH),
    imageUrl: image?.protocol === "https:" ? image.href : undefined,
  };
}
