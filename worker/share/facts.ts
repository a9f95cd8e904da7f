/** What the image of a shared link shows. The hash in its address is made from it. */
export type ShareFacts = {
  title: string;
  tagline: string;
  /** Stands below the part of the line that is ink: what the reader leaves. */
  leaves: string;
  /** Letters of a site or product without a logo. Null for a page without a tile. */
  tile: { letters: string; tint: number; isProduct: boolean } | null;
  /** The path of the site's logo, or empty. The Worker that draws gets the logo as a PNG in a data URL. */
  logo: string;
  /** The name of the directory. */
  directory: string;
};
