import type { DirectoryConfig } from "#schema/pages.ts";
import { homePath } from "#schema/paths.ts";

const png = (size: number, purpose: "any" | "maskable") => ({
  src: purpose === "maskable" ? `/icon-maskable-${size}.png` : `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** What a phone shows for the site on its home screen (W3C, Web Application Manifest). */
export const manifest = ({ name }: DirectoryConfig) => ({
  id: homePath,
  name,
  short_name: name,
  description: "Software alternatives, each with the products that it can replace.",
  lang: "en",
  start_url: homePath,
  scope: homePath,
  // With the browser's own way back and address, because pages lead to other sites.
  display: "minimal-ui",
  background_color: "#ffffff",
  theme_color: "#00694a",
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    png(192, "any"),
    png(512, "any"),
    png(512, "maskable"),
  ],
});
