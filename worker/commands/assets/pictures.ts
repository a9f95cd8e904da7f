import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { DISPLAY, fixedCut } from "./font.ts";

const PAPER = "#ffffff";
const INK = "#101814";
const GREEN = "#00694a";

const DARK = "@media(prefers-color-scheme:dark){rect{fill:#5ed4a5}path{stroke:#04231a}.from{stroke:#00694a}}";

/**
 * The sign on a tile of 32 × 32: what you leave, then where you go. Its straight lines lie on whole pixels at 16 px. The
 * sign without a tile is `Mark` in `web/ui/icons.tsx`.
 */
const icon = ({ corner = 0, scale = 1, style = "" }) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${style && `<style>${style}</style>`}`,
    `<rect width="32" height="32" rx="${corner}" fill="${GREEN}"/>`,
    `<g fill="none" stroke-width="4"${scale === 1 ? "" : ` transform="translate(16 16) scale(${scale}) translate(-16 -16)"`}>`,
    `<path class="from" d="M4 16h8" stroke="#8fd9bd"/><path d="M14 16h11M18.5 9l7 7-7 7" stroke="#fff"/></g></svg>\n`,
  ].join("");

/** Shown with links to pages that have no image of their own. `web/layout/page-head.tsx` says it in words. */
const SHARED = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Instrument Sans">
<rect width="1200" height="630" fill="${PAPER}"/>
<g fill="none" stroke-width="4" transform="translate(80 70) scale(2.8)"><path d="M0 10h10" stroke="${INK}"/><path d="M13.5 10H26M18.5 2l8 8-8 8" stroke="${GREEN}"/></g>
<g fill="${INK}" font-size="182" letter-spacing="-4.5"><text x="74" y="304">What do you</text><text x="74" y="464">want to leave?</text></g>
<path d="M80 510h347" stroke="${INK}" stroke-width="8"/><path d="M427 510h693" stroke="${GREEN}" stroke-width="8"/>
<text x="80" y="574" fill="#4c5952" font-size="42">Software, and what can take its place.</text>
</svg>`;

/** The icons of the site, and the picture for shared links. */
export async function pictureFiles(): Promise<Record<string, string | Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "fonts-"));
  const font = path.join(folder, "display.ttf");
  try {
    await writeFile(font, await fixedCut(DISPLAY, SHARED));
    const png = (svg: string, width: number) =>
      new Resvg(svg, { fitTo: { mode: "width", value: width }, font: { fontFiles: [font], loadSystemFonts: false } })
        .render()
        .asPng();
    return {
      "public/icon.svg": icon({ corner: 7, style: DARK }),
      "public/icon-192.png": png(icon({ corner: 7 }), 192),
      "public/icon-512.png": png(icon({ corner: 7 }), 512),
      // Systems cut these into their own shape.
      "public/icon-maskable-512.png": png(icon({ scale: 0.75 }), 512),
      "public/apple-touch-icon.png": png(icon({ scale: 0.85 }), 180),
      "public/og-image.png": png(SHARED, 1200),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
