import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { CSSProperties } from "react";
import resvgWasm from "@resvg/resvg-wasm/index_bg.wasm";
import satori, { init } from "satori/standalone";
import yogaWasm from "satori/yoga.wasm";
import type { ShareFacts } from "./facts.ts";
import { familiesFor, FONTS, isWritten } from "./fonts.ts";
import { GREEN, HEIGHT, HOLLOW, INK, LOGO_GROUND, MUTED, PAPER, TILES, WIDTH } from "./look.ts";

// satori stays at 0.32: later versions compile HarfBuzz when they run, which Workers forbid. So letters are not shaped.
// https://github.com/fineshopdesign/cf-wasm/issues/100
let started: Promise<unknown> | undefined;
/** Compiled when the Worker was uploaded: the runtime compiles no code. */
const start = () => (started ??= Promise.all([init(yogaWasm), initWasm(resvgWasm)]));

const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
/** Of a line of text: it leaves room for an ellipsis. */
const LINE_WIDTH = INNER - 16;
const TOP = 56;
const TILE = 104;
const RULE_TOP = 520;
const TITLE_LINE = 1.04;
const TITLE_SIZES = [190, 160, 136, 120, 104, 92, 80, 72, 64, 54, 46];
const GAP = 30;
/** Of two lines, and the space above them. */
const TAGLINE_HEIGHT = 105;
const TEXT_HEIGHT = RULE_TOP - TOP - TILE - GAP;

type Texts = [title: string, tagline: string, leaves: string, directory: string, letters: string];

/** Returns undefined if no font has all characters of the title. Other texts are left out if they cannot be written. */
export async function drawShareImage(facts: ShareFacts): Promise<Uint8Array | undefined> {
  await start();
  const { tile, logo } = facts;
  const texts = [facts.title, facts.tagline, facts.leaves, facts.directory, tile?.letters ?? ""].map(plain);
  const familiesOf = familiesFor(texts);
  const [title, tagline, leaves, directory, letters] = texts.map((text) => (isWritten(text) ? text : "")) as Texts;
  if (!title) return undefined;
  const titleStyle = await fitTitle(title, {
    fontFamily: familiesOf(title, "headline"),
    height: TEXT_HEIGHT - (tagline ? TAGLINE_HEIGHT : 0),
  });
  const line = (text: string, fontSize: number) => ({ ...clamp(1), fontSize, fontFamily: familiesOf(text, "text") });
  const svg = await satori(
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: WIDTH,
        height: HEIGHT,
        padding: `${TOP}px ${MARGIN}px 0`,
        background: PAPER,
        color: INK,
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "center", height: TILE }}>
        {tile && <Tile {...tile} letters={letters} logo={logo} fontFamily={familiesOf(letters, "headline")} />}
        <div style={{ display: "flex", alignItems: "center", gap: 18 }}>
          <Mark />
          <div style={line(directory, 34)}>{directory}</div>
        </div>
      </div>
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          justifyContent: "flex-end",
          height: TEXT_HEIGHT,
          marginBottom: GAP,
        }}
      >
        <div style={titleStyle}>{title}</div>
        {tagline && (
          <div style={{ ...line(tagline, 38), ...clamp(2), lineHeight: 1.2, marginTop: 14, color: MUTED }}>
            {tagline}
          </div>
        )}
      </div>
      <div style={{ display: "flex", height: 8 }}>
        <div style={{ width: INNER / 3, background: INK }} />
        <div style={{ flexGrow: 1, background: GREEN }} />
      </div>
      {leaves && <div style={{ ...line(leaves, 34), marginTop: 20 }}>{leaves}</div>}
    </div>,
    { width: WIDTH, height: HEIGHT, fonts: FONTS },
  );
  const drawing = new Resvg(svg);
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
}

/** Emoji have no glyph in the fonts, and say little in one colour. */
const plain = (text: string) =>
  text
    .normalize("NFC")
    .replaceAll(/\p{Extended_Pictographic}|\p{RI}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();

const clamp = (lines: number) =>
  ({ display: "block", maxWidth: LINE_WIDTH, wordBreak: "break-word", lineClamp: lines }) as const;

type Title = { fontFamily: string; height: number };

/** The largest size at which the title fits. If it fits at none, its end is cut. */
async function fitTitle(title: string, { fontFamily, height }: Title) {
  const font = { fontFamily, lineHeight: TITLE_LINE, letterSpacing: "-0.015em", display: "block" } as const;
  const measure = async (text: string, style: CSSProperties, given: { width: number } | { height: number }) => {
    const svg = await satori(<div style={style}>{text}</div>, { ...given, fonts: FONTS, embedFont: false });
    const [, width, measured] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
    return { width: Number(width), height: Number(measured) };
  };
  const [longest] = title.split(" ").toSorted((a, b) => b.length - a.length);
  for (const fontSize of TITLE_SIZES) {
    const style = { ...font, fontSize, maxWidth: LINE_WIDTH, wordBreak: "break-word" } as const;
    const used = await measure(title, style, { width: LINE_WIDTH });
    if (used.height > height) continue;
    const { width } = await measure(longest!, { ...font, fontSize, whiteSpace: "nowrap" }, { height });
    // Lines of similar length. The library would also break words for it.
    return width <= LINE_WIDTH ? ({ ...style, wordBreak: "normal", textWrap: "balance" } as const) : style;
  }
  const fontSize = TITLE_SIZES.at(-1)!;
  return { ...font, fontSize, ...clamp(Math.floor(height / (fontSize * TITLE_LINE))) };
}

const Mark = () => (
  <svg width="66" height="48" viewBox="0 -1 28 22" fill="none" strokeWidth="4">
    <path d="M0 10h10" stroke={INK} />
    <path d="M13.5 10H26M18.5 2l8 8-8 8" stroke={GREEN} />
  </svg>
);

type TileProps = NonNullable<ShareFacts["tile"]> & { logo: string; fontFamily: string };

/** A logo lies on a light tile, because parts of it can be transparent. */
function Tile({ letters, tint, isProduct, logo, fontFamily }: TileProps) {
  const { ground, ink } = TILES[tint] ?? TILES[0]!;
  const box = {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    width: TILE,
    height: TILE,
    borderRadius: 12,
    overflow: "hidden",
  } as const;
  if (logo)
    return (
      <div style={{ ...box, background: LOGO_GROUND }}>
        <img src={logo} alt="" width={TILE} height={TILE} style={{ objectFit: "contain" }} />
      </div>
    );
  return (
    <div
      style={{
        ...box,
        fontFamily,
        fontSize: 54,
        ...(isProduct ? { border: `4px solid ${HOLLOW}`, color: MUTED } : { background: ground, color: ink }),
      }}
    >
      {letters || <div style={{ width: 34, height: 34, borderRadius: 17, background: isProduct ? MUTED : ink }} />}
    </div>
  );
}
