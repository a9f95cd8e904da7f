import { expect, test } from "vitest";
import { fetchIcon, logoLink } from "#worker/features/favicons/sources.ts";
import { readHead } from "#worker/http/page-head.ts";
import { plainIcon, plainImages, pngOfSize } from "../../support/image-files.ts";
import { internetWith, webPage } from "../../support/internet.ts";

const HOST = "listed.example";
const HOME = `https://${HOST}/`;
const GOOGLE = `https://www.google.com/s2/favicons?domain=${HOST}&sz=64`;
const SOURCES = [
  HOME,
  `${HOME}favicon.ico`,
  `${HOME}apple-touch-icon.png`,
  `https://icons.duckduckgo.com/ip3/${HOST}.ico`,
  GOOGLE,
];

async function find(responses: Parameters<typeof internetWith>[0]) {
  const { ports, fetched } = internetWith(responses);
  return { icon: await fetchIcon(ports, { host: HOST, home: new URL(HOME) }), fetched };
}

test.each(SOURCES.slice(1))("%s is fetched if no earlier source has an icon", async (address) => {
  const page = webPage("<title>No icon declared</title>");
  const { icon, fetched } = await find({ [HOME]: page, [address]: () => new Response(plainIcon) });
  expect(icon?.type).toBe("image/x-icon");
  expect(fetched).toEqual(SOURCES.slice(0, SOURCES.indexOf(address) + 1));
});

test("a site without an icon has none", async () => {
  expect(await find({})).toEqual({ icon: undefined, fetched: SOURCES });
});

test.each<[string, string, string[]]>([
  [
    "those nearest to 64 pixels first, three at most",
    `<link rel="apple-touch-icon" href="/180.png"><link rel="icon" sizes="16x16" href="/16.png">
    <link rel="SHORTCUT ICON" href="/plain.ico"><link rel="icon" sizes="72x72" href="https://cdn.example/72.png?a=1&amp;b=2">`,
    ["https://cdn.example/72.png?a=1&b=2", `${HOME}plain.ico`, `${HOME}16.png`],
  ],
  ["relative to the base element", `<base href="/sub/"><link rel="icon" href="i.png">`, [`${HOME}sub/i.png`]],
  [
    "in broken markup",
    `<link rel="icon" href="/i.png"><select><xmp><script>"use strict";</script></select><link rel="icon" \xff`,
    [`${HOME}i.png`],
  ],
  [
    "not at private hosts, not as SVG or data, and no other links",
    `<link rel="icon" href="http://127.0.0.1/i.png"><link rel="icon" href="http://foo.internal/i.png">
    <link rel="icon" href="/i.svg"><link rel="icon" href="data:image/png;base64,AA"><link rel="icon" href="">
    <link rel="icon" type="image/svg+xml" href="/i"><link rel="preload" href="/a.png"><link rel="icon">`,
    [],
  ],
])("declared icons are fetched: %s", async (_, head, declared) => {
  const { fetched } = await find({ [HOME]: webPage(`<html><head>${head}</head></html>`) });
  expect(fetched).toEqual([HOME, ...declared, ...SOURCES.slice(1)]);
});

const PNG = { headers: { "Content-Type": "image/png" } };

test.each([
  ["HTML", webPage("<script>alert(1)</script>")],
  ["an SVG that says it is a PNG", () => new Response("<svg onload='alert(1)'/>", PNG)],
  ["an icon on an error page", () => new Response(plainIcon, { status: 404 })],
  [
    "an image of more than 100 kB",
    () => new Response(new Uint8Array([...plainImages.png, ...new Uint8Array(102_400)])),
  ],
  ["an image of more than a million pixels", () => new Response(pngOfSize(1024, 1025))],
])("%s is skipped", async (_, answer) => {
  const jpeg = () => new Response(plainImages.jpeg);
  const { icon, fetched } = await find({ [`${HOME}favicon.ico`]: answer, [GOOGLE]: jpeg });
  expect([icon?.type, fetched]).toEqual(["image/jpeg", SOURCES]);
});

test("only the beginning of a long home page is read", async () => {
  const long = `<link rel=icon href=/i.png>${" ".repeat(600_000)}<link rel=icon href=/late.png>`;
  const { fetched } = await find({ [HOME]: webPage(long) });
  expect(fetched).toEqual([HOME, `${HOME}i.png`, ...SOURCES.slice(1)]);
});

test.each([
  [
    "the largest icon",
    `<link rel="icon" href="/s.png" sizes="32x32"><link rel="icon" href="/l.png" sizes="512x512">`,
    "l.png",
  ],
  ["Apple's icon", `<link rel="icon" href="/s.png"><link rel="apple-touch-icon" href="/a.png">`, "a.png"],
  ["no SVG", `<link rel="icon" href="/s.svg" sizes="512x512">`, "apple-touch-icon.png"],
  ["no icon that is too small", `<link rel="icon" href="/s.png" sizes="127x127">`, "apple-touch-icon.png"],
])("the proposed logo is %s", (_, html, path) => {
  const page = { bytes: new TextEncoder().encode(html), contentType: "text/html", url: new URL(HOME) };
  expect(logoLink(readHead(page)).href).toBe(HOME + path);
});
