import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { homePath } from "#schema/pages/paths.ts";

const png = (size: number, purpose: "any" | "maskable") => ({
  src: purpose === "maskable" ? `/icon-maskable-${size}.png` : `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** Describes the site for a phone's home screen (W3C, Web Application Manifest). */
export const manifest = ({ name }: DirectoryConfig) => ({
  id: homePath,
  name,
  short_name: name,
  description: "Software alternatives, each with the products that it can replace.",
  lang: "en",
  start_url: homePath,
  scope: homePath,
  // Keeps the browser's back button and address bar, because pages link to other sites.
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
