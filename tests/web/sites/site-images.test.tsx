import { expect, test } from "vitest";
import type { Screenshot } from "#schema/images/site-images.ts";
import { homePage, site, siteDetailPage, sitePage } from "../support/pages.ts";
import { render } from "../support/render.tsx";

const FOLDER = "/media/users/1";
const shot = (name: string, changes: Partial<Screenshot> = {}): Screenshot => ({
  url: `${FOLDER}/${name}.webp`,
  alt: `Screenshot ${name}`,
  decorative: false,
  caption: "",
  ...changes,
});
const siteWith = (screenshots: Screenshot[]) =>
  render("/plausible", { site: () => Promise.resolve(siteDetailPage({ screenshots })) });
const imagesOf = (html: string) => html.match(/<img [^>]*>/g) ?? [];
const attribute = (element: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1];

test("a site page has a gallery of links to the widest files, in the owner's order", async () => {
  const html = await siteWith([
    shot("one-1600x1000", { caption: "All <work>" }),
    shot("two-900x1800", { alt: "", decorative: true }),
  ]);
  const [gallery] = /<section class="gallery".*?<\/section>/.exec(html)!;
  const links = gallery.match(/<a [^>]*>/g)!;
  expect(links.map((link) => [attribute(link, "href"), attribute(link, "aria-label")])).toEqual([
    [`${FOLDER}/one-1600x1000.webp`, undefined],
    [`${FOLDER}/two-900x1800.webp`, "Open screenshot 2"],
  ]);
  expect(imagesOf(gallery).map((image) => attribute(image, "alt"))).toEqual(["Screenshot one-1600x1000", ""]);
  expect(gallery).toContain("<figcaption>All &lt;work&gt;</figcaption>");
  expect(gallery.match(/<figcaption/g)).toHaveLength(1);
  expect(gallery).not.toMatch(/ style=|<button/);
});

test("the first screenshot loads first, and all reserve their space and offer each width", async () => {
  const html = await siteWith([shot("one-1600x1000"), shot("two-900x1800")]);
  const [first, second] = imagesOf(/<section class="gallery".*?<\/section>/.exec(html)![0]);
  const named = (image: string) =>
    ["width", "height", "loading", "decoding", "fetchPriority", "sizes", "srcSet"].map((name) =>
      attribute(image, name),
    );
  const path = `${FOLDER}/one-1600x1000`;
  expect(named(first!)).toEqual(
    ["1600", "1000", "eager", "async", "high", "(max-width: 44rem) 19rem, 29rem"].concat(
      `${path}.webp 1600w, ${path}.w400.webp 400w, ${path}.w800.webp 800w`,
    ),
  );
  expect(named(second!).slice(0, 6)).toEqual([
    "900",
    "1800",
    "lazy",
    "async",
    undefined,
    "(max-width: 44rem) 6rem, 9rem",
  ]);
});

test("a site without screenshots has no gallery", async () => {
  expect(await siteWith([])).not.toContain("gallery");
});

const cardWith = (...screenshots: ({ url: string; alt: string; list_width: number } | null)[]) => {
  const results = screenshots.map((screenshot, at) => site({ id: at + 1, screenshot }));
  return render("/", { home: () => Promise.resolve(homePage({ sites: sitePage({ results }) })) });
};

test("a card has the first screenshot, from files for lists only", async () => {
  const path = `${FOLDER}/one-1600x1000`;
  const html = await cardWith({ url: `${path}.webp`, alt: "A board", list_width: 800 });
  const image = imagesOf(html).find((one) => one.includes("card-screenshot"));
  expect(
    ["class", "src", "srcSet", "alt", "width", "height", "loading"].map((name) => attribute(image!, name)),
  ).toEqual([
    "card-screenshot",
    `${path}.w400.webp`,
    `${path}.w400.webp 400w, ${path}.w800.webp 800w`,
    "A board",
    "1600",
    "1000",
    "lazy",
  ]);
  expect(await cardWith({ url: `${path}.webp`, alt: "", list_width: 400 })).toContain(
    `srcSet="${path}.w400.webp 400w"`,
  );
  const small = await cardWith({ url: `${FOLDER}/one-400x800.webp`, alt: "", list_width: 400 });
  expect(small).toContain(`class="card-screenshot card-screenshot-tall" src="${FOLDER}/one-400x800.webp"`);
  expect(small).toContain(`srcSet="${FOLDER}/one-400x800.webp 400w"`);
});

test("a card without a screenshot has a field with the monogram, if the list has pictures", async () => {
  expect(await cardWith(null)).not.toContain("card-screenshot");
  expect(await cardWith(null, { url: `${FOLDER}/one-1600x1000.webp`, alt: "", list_width: 400 })).toMatch(
    /<span class="card-screenshot"><span class="logo logo-72 tint-\d" data-letters="Pl"/,
  );
});
