import { expect, test } from "vitest";
import type { Block } from "#schema/articles/document.ts";
import { blogSummary, postPage, sitePage } from "../support/pages.ts";
import { render, textOf } from "../support/render.tsx";

const imagesOf = (html: string) => html.match(/<img [^>]*>/g) ?? [];
const postWith = (...given: Parameters<typeof postPage>) =>
  render("/blogs/a-post", { post: () => Promise.resolve(postPage(...given)) });

test("a post shows its date, nine ways to share, and two lists beside it", async () => {
  const page = {
    ...postPage(),
    featured: sitePage(),
    related: { results: [blogSummary()], count: 1, page: 1, pages: 1 },
  };
  const html = await render("/blogs/a-post", { post: () => Promise.resolve(page) });
  expect(textOf(html)).toMatch(/Published .*Featured Sites .*Plausible.*Related Articles .*A post/);
  const [share] = /aria-label="Share".*?<\/(ul|nav|div)>/.exec(html)!;
  expect(share.match(/<(a|button) /g)).toHaveLength(9);
});

test("the featured image of a post reserves its space and loads first", async () => {
  const attributes = 'loading="eager" decoding="async" fetchPriority="high"';
  for (const [url, size] of [
    ["/media/users/1/a-900x600.webp", 'width="900" height="600"'],
    ["/media/demo/a.webp", 'width="1280" height="720"'],
  ] as const) {
    const [image] = imagesOf(await postWith(url));
    expect(image).toContain(`src="${url}" alt="A desk" ${size} ${attributes}`);
  }
});

test("the other images of a post reserve their space and wait until they are near", async () => {
  const image: Block = {
    type: "image",
    src: "https://elsewhere.example/a.png",
    alt: "",
    caption: [],
    withBorder: false,
    withBackground: false,
    stretched: false,
  };
  const raw = (attributes: object): Block => ({
    type: "raw",
    content: [{ tag: "img", attributes, children: [] }],
  });
  const src = "/media/users/1/b-800x400.webp";
  const images = imagesOf(await postWith("", [image, raw({ src }), raw({ src, width: "80" })]));
  expect(images).toHaveLength(3);
  for (const one of images) expect(one).toMatch(/loading="lazy" decoding="async"/);
  expect(images[0]).toContain('width="1280" height="720"');
  expect(images[1]).toContain('width="800" height="400"');
  expect(images[2]).toMatch(/^(?!.*height).* width="80"/);
});

test("on the page of all posts, the first image loads first", async () => {
  const results = ["a", "b"].map((name) => blogSummary({ featured_image: `/media/demo/${name}.webp`, slug: name }));
  const html = await render("/blogs", { posts: () => Promise.resolve({ results, count: 2, page: 1, pages: 1 }) });
  const [first, second] = imagesOf(html);
  expect(first).toContain('width="640" height="360" fetchPriority="high" decoding="async"');
  expect(second).toContain('width="640" height="360" loading="lazy" decoding="async"');
});
