import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";

const FOLDER = "/media/users/design";

export const sampleLogo = `${FOLDER}/logo-256x256.webp`;

/** `size` is the width and height of the image in pixels, such as `1600x1000`. */
export const sampleScreenshot = (name: string, size: string) => `${FOLDER}/${name}-${size}.webp`;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">
  <circle cx="32" cy="32" r="28" fill="none" stroke="#7a2e8e" stroke-width="6"/>
  <path d="M18 42 32 18l14 24z" fill="#7a2e8e"/>
</svg>`;

const screenshot = (width: number, height: number) => {
  const rows = Array.from({ length: Math.floor(height / 120) }, (_, row) => {
    const y = 140 + row * 110;
    return `<circle cx="${width * 0.3}" cy="${y}" r="28" fill="#c9b3d1"/>
      <path d="M${width * 0.3 + 60} ${y}h${width * (0.35 + ((row * 7) % 5) * 0.05)}" stroke="#c4ccc8" stroke-width="22"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <path d="M0 0h${width}v${height}H0z" fill="#fbfaf7"/>
    <path d="M0 0h${width * 0.22}v${height}H0z" fill="#43264d"/>
    ${rows.join("")}
  </svg>`;
};

/** Draws the images of samples, as SVG. Nothing of them is stored. */
export const sampleImages = new Hono<AppEnv>().get(`${FOLDER}/:name`, (c) => {
  const [, width, height] = /-(\d+)x(\d+)\./.exec(c.req.param("name")) ?? [];
  const drawn = width === height ? LOGO : screenshot(Number(width), Number(height));
  return c.body(drawn, 200, { "Content-Type": "image/svg+xml" });
});
