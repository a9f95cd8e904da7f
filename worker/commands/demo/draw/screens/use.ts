import { button, card, field, INNER, landscape, person, pill, sidebar } from "../frame.ts";
import { area, bar, bars, disc, each, line, outline, rect, tick, times, word } from "../shapes.ts";
import type { Screen } from "./screen.ts";

const folder = (x: number, y: number, size: number, colour: string, front: string) =>
  area(
    `M${x} ${y + size * 0.14}q0-8 8-8h${size * 0.32}l${size * 0.1} ${size * 0.12}h${size * 0.46}q8 0 8 8v${size * 0.5}h${-size}z`,
    colour,
  ) + rect(x, y + size * 0.26, size, size * 0.56, front, 7);

const files: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 150, items: 7, chosen: 0, marks: "box" }) +
    bar(18, 400, 90, t.soft) +
    rect(18, 416, 114, 10, t.edge, 5) +
    rect(18, 416, 66, 10, t.accent, 5) +
    each(
      3,
      (index) =>
        bar(178 + index * 84, 26, 54, index === 2 ? t.ink : t.soft, 8) +
        (index < 2 ? line(`M${246 + index * 84} 25l5 5-5 5`, t.faint, 2) : ""),
    ) +
    button(t, 694, 16, 80, 28) +
    each(
      5,
      (index) =>
        folder(178 + index * 122, 64, 92, t.tints[index]!, t.strong[index]!) +
        bar(184 + index * 122, 156, [70, 54, 80, 62, 48][index]!, t.ink),
    ) +
    line("M178 190h598", t.edge, 1.5) +
    each(5, (index) => {
      const y = 196 + index * 50;
      return (
        rect(182, y + 7, 30, 36, t.tints[(index * 2 + 3) % 5]!, 5) +
        bars(188, y + 18, [18, 14], t.strong[(index * 2 + 3) % 5]!, { gap: 9, height: 4 }) +
        bar(230, y + 21, [150, 110, 180, 130, 96][index]!, t.ink, 8) +
        (index % 2 ? person(t, 500, y + 25, 12, index) + person(t, 518, y + 25, 12, index + 2) : "") +
        bar(580, y + 22, 60, t.faint) +
        bar(710, y + 22, 44, t.faint) +
        line(`M178 ${y + 50}h598`, t.edge, 1)
      );
    }),
};

/** Two devices that exchange folders. */
const sync: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(36, 50, "Folders", 23, t.ink) +
    word(456, 50, "Devices", 23, t.ink) +
    each(4, (index) => {
      const y = 68 + index * 94;
      const share = [1, 1, 0.64, 1][index]!;
      const colour = share < 1 ? t.strong[3] : t.strong[2];
      return (
        card(t, 36, y, 384, 82) +
        folder(56, y + 20, 50, t.tints[index]!, t.strong[index]!) +
        bar(126, y + 22, [120, 90, 140, 76][index]!, t.ink, 10) +
        bar(126, y + 42, 90, t.faint) +
        rect(126, y + 60, 200, 7, t.edge, 4) +
        rect(126, y + 60, 200 * share, 7, colour, 4) +
        disc(386, y + 40, 15, share < 1 ? t.tints[3] : t.tints[2]) +
        (share < 1
          ? line(`M380 ${y + 37}a7 7 0 0 1 13 1M392 ${y + 44}a7 7 0 0 1-13-1`, colour, 2.5)
          : tick(379, y + 32, 14, colour, 3))
      );
    }) +
    each(3, (index) => {
      const y = 68 + index * 112;
      return (
        card(t, 456, y, 308, 100) +
        [
          outline(478, y + 26, 58, 40, { fill: t.tints[3], line: t.strong[3], width: 4 }, 5) +
            line(`M472 ${y + 74}h70`, t.strong[3], 5),
          outline(492, y + 20, 32, 58, { fill: t.tints[1], line: t.strong[1], width: 4 }, 7),
          outline(482, y + 22, 48, 22, { fill: t.tints[4], line: t.strong[4], width: 4 }, 5) +
            outline(482, y + 54, 48, 22, { fill: t.tints[4], line: t.strong[4], width: 4 }, 5),
        ][index] +
        bar(560, y + 26, [110, 80, 130][index]!, t.ink, 10) +
        line(`M564 ${y + 66}V${y + 52}M559 ${y + 57}l5-5 5 5M640 ${y + 52}v14M635 ${y + 61}l5 5 5-5`, t.accent, 2.5) +
        bar(578, y + 56, 40, t.soft) +
        bar(654, y + 56, 50, t.soft)
      );
    }) +
    outline(456, 404, 308, 40, { line: t.faint, width: 2, dash: "6 5" }, 10) +
    line("M604 424h12M610 418v12", t.soft, 3),
};

const calendar: Screen = {
  frame: "app",
  draw(t) {
    const events = [
      [0, 60, 70, 0],
      [0, 190, 46, 3],
      [1, 100, 110, 2],
      [2, 40, 50, 1],
      [2, 150, 84, 0],
      [3, 84, 60, 4],
      [3, 260, 70, 2],
      [4, 130, 120, 3],
      [4, 40, 50, 1],
      [1, 280, 60, 4],
    ] as const;
    return (
      rect(0, 0, 800, INNER, t.raised) +
      rect(0, 0, 180, INNER, t.panel) +
      word(22, 44, "November", 20, t.ink) +
      each(35, (index) => {
        const [x, y] = [34 + (index % 7) * 21, 80 + Math.floor(index / 7) * 26];
        return index === 17
          ? disc(x, y, 11, t.accent) + word(x, y + 5, "18", 13, t.onAccent, "middle")
          : word(x, y + 5, `${index + 1 > 30 ? index - 29 : index + 1}`, 13, index > 29 ? t.faint : t.soft, "middle");
      }) +
      each(
        4,
        (index) =>
          rect(24, 236 + index * 32, 16, 16, t.strong[index]!, 5) +
          tick(27, 239 + index * 32, 9, t.raised, 2) +
          bar(52, 240.5 + index * 32, [70, 54, 80, 60][index]!, t.soft),
      ) +
      each(
        5,
        (index) =>
          bar(232 + index * 116, 22, 30, t.soft) +
          word(268 + index * 116, 32, `${16 + index}`, 17, index === 2 ? t.accent : t.ink),
      ) +
      line(
        `M180 52h620${times(9, (index) => `M206 ${92 + index * 42}h594`).join("")}${times(5, (index) => `M${214 + index * 117} 52v412`).join("")}`,
        t.edge,
        1.5,
      ) +
      each(8, (index) => bar(186, 89 + index * 42, 18, t.faint, 5)) +
      events
        .map(
          ([day, y, height, colour]) =>
            rect(218 + day * 117, 52 + y, 108, height, t.tints[colour], 7) +
            rect(218 + day * 117, 52 + y, 5, height, t.strong[colour], 2) +
            bar(232 + day * 117, 64 + y, 66, t.strong[colour], 8) +
            (height > 48 ? bar(232 + day * 117, 80 + y, 44, t.strong[colour], 6) : ""),
        )
        .join("") +
      line("M448 250h117", t.accent, 3) +
      disc(448, 250, 6, t.accent)
    );
  },
};

const booking: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    card(t, 60, 38, 680, 388, 14) +
    person(t, 108, 92, 26, 1) +
    bar(82, 138, 80, t.soft, 8) +
    word(82, 182, "Short call", 24, t.ink) +
    each(
      3,
      (index) =>
        outline(82, 206 + index * 32, 14, 14, { line: t.soft, width: 2.5 }, 7) +
        bar(106, 210 + index * 32, [56, 84, 100][index]!, t.soft),
    ) +
    bars(82, 320, [130, 140, 90], t.faint, { gap: 15 }) +
    line("M256 38v388M566 38v388", t.edge, 1.5) +
    word(286, 82, "November", 20, t.ink) +
    line("M508 74l-6 6 6 6M534 74l6 6-6 6", t.soft, 2.5) +
    each(35, (index) => {
      const [x, y] = [286 + (index % 7) * 38, 108 + Math.floor(index / 7) * 56];
      const isFree = index % 7 < 5 && (index * 5) % 7 > 1 && index < 30;
      const isChosen = index === 17;
      return (
        (isFree || isChosen ? rect(x - 2, y, 34, 46, isChosen ? t.accent : t.tint, 8) : "") +
        word(
          x + 15,
          y + 29,
          `${index + 1 > 30 ? index - 29 : index + 1}`,
          16,
          isChosen ? t.onAccent : isFree ? t.accent : t.faint,
          "middle",
        )
      );
    }) +
    word(590, 82, "Wednesday", 18, t.ink) +
    each(
      6,
      (index) =>
        outline(
          590,
          104 + index * 50,
          126,
          40,
          { fill: index === 2 ? t.accent : t.raised, line: index === 2 ? t.accent : t.faint, width: 1.5 },
          8,
        ) +
        word(
          653,
          130 + index * 50,
          ["9:00", "9:30", "10:30", "11:00", "14:00", "15:30"][index]!,
          17,
          index === 2 ? t.onAccent : t.ink,
          "middle",
        ),
    ),
};

const map: Screen = {
  draw: (t) =>
    rect(0, 0, 800, 500, t.tints[2]) +
    area("M-10 330C120 300 180 400 300 380S440 470 560 430 720 500 820 470V510H-10z", t.tints[3]) +
    area("M470-10q70 60 40 130t90 120 220 20V-10z", t.isDark ? t.raised : t.page) +
    area("M60 60q60-40 110 10t-10 110-130 0 30-120z", t.strong[2]) +
    area("M620 300q60-30 90 20t-40 80-100-30 50-70z", t.strong[2]) +
    `<g opacity="0.5">${each(5, (index) => line(`M${20 + index * 14} ${290 - index * 18}q150-${60 + index * 20} 300-10t${190 - index * 30}-60`, t.strong[2], 1.5))}</g>` +
    line(
      "M-10 240C120 260 200 180 330 210S520 300 640 250 760 120 820 130M300-10C310 120 250 200 330 300S420 430 400 510M520-10C560 110 640 160 630 260S720 420 730 510",
      t.raised,
      13,
    ) +
    line("M100-10C140 120 90 200 130 340M-10 120C160 130 260 90 480 150M640 250L820 330", t.raised, 6) +
    each(26, (index) =>
      rect(540 + (index % 6) * 42 + (index % 2) * 4, 40 + Math.floor(index / 6) * 36, 26, 20, t.edge, 3),
    ) +
    line("M128 330C110 260 160 232 240 214S320 200 360 222 520 300 630 254 640 180 640 150", t.accent, 8) +
    disc(128, 330, 13, t.raised) +
    disc(128, 330, 8, t.accent) +
    area("M640 152q-30-34-30-56a30 30 0 0 1 60 0q0 22-30 56z", t.strong[1]) +
    disc(640, 96, 11, t.raised) +
    card(t, 24, 20, 300, 46, 23) +
    disc(52, 43, 8, t.accent) +
    bar(74, 39, 120, t.soft, 8) +
    card(t, 24, 392, 330, 88, 14) +
    word(48, 432, "8.4 km", 25, t.ink) +
    word(150, 432, "1:52", 25, t.accent) +
    area("M48 466L90 452l40 4 44-14 50 10 40-12 60 22v4z", t.tints[0]) +
    rect(736, 340, 44, 44, t.raised, 22) +
    line("M758 352v20M748 362h20", t.ink, 3) +
    rect(736, 394, 44, 44, t.raised, 22) +
    line("M748 416h20", t.ink, 3),
};

const places: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(0, 0, 290, INNER, t.raised) +
    each(5, (index) => {
      const y = index * 92;
      return (
        (index === 1 ? rect(0, y, 290, 92, t.tint) : "") +
        line(`M0 ${y + 92}h290`, t.edge, 1) +
        landscape(t, 16, y + 14, 82, 64, index) +
        bar(114, y + 20, [120, 100, 134, 90, 110][index]!, t.ink, 9) +
        bar(114, y + 40, 90, t.soft, 6) +
        pill(t, 114, y + 58, 60, index) +
        bar(240, y + 64, 32, t.faint, 6)
      );
    }) +
    rect(290, 0, 510, INNER, t.tints[2]) +
    area("M290 300q90-40 160 30t170 10 200 60v70H290z", t.tints[3]) +
    line(
      "M290 120C420 90 470 220 600 200S740 90 810 120M430 0C440 120 540 200 520 470M690 0C700 140 620 240 690 470",
      t.raised,
      10,
    ) +
    area("M560 40q60-30 90 20t-60 70-80-40 50-50z", t.strong[2]) +
    each(5, (index) => {
      const [x, y] = [
        [380, 200],
        [520, 250],
        [640, 330],
        [720, 180],
        [440, 90],
      ][index]! as [number, number];
      const size = index === 1 ? 1.5 : 1;
      return (
        area(
          `M${x} ${y}q${-17 * size}${-20 * size} ${-17 * size}${-33 * size}a${17 * size} ${17 * size} 0 0 1 ${34 * size} 0q0 ${13 * size}${-17 * size} ${33 * size}z`,
          index === 1 ? t.accent : t.strong[1],
        ) + disc(x, y - 33 * size, 6 * size, t.raised)
      );
    }),
};

/** A home with its rooms as tiles. */
const home: Screen = {
  frame: "app",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(32, 50, "Good evening", 25, t.ink) +
    each(
      4,
      (index) =>
        rect(430 + index * 86, 26, 76, 30, index === 0 ? t.accent : t.raised, 15) +
        bar(446 + index * 86, 37, 44, index === 0 ? t.onAccent : t.soft, 8),
    ) +
    card(t, 32, 76, 240, 240, 16) +
    line("M98 240a74 74 0 1 1 108 0", t.edge, 16) +
    line("M98 240a74 74 0 0 1-4-92", t.strong[1], 16) +
    line("M94 148a74 74 0 0 1 70-36", t.strong[1], 16) +
    disc(166, 113, 12, t.ink) +
    word(152, 204, "21.5°", 34, t.ink, "middle") +
    bar(112, 276, 80, t.soft, 8) +
    each(6, (index) => {
      const x = 288 + (index % 3) * 162;
      const y = 76 + Math.floor(index / 3) * 124;
      const isOn = [1, 0, 1, 1, 0, 0][index] === 1;
      const colour = isOn ? t.strong[[1, 3, 2, 4, 0, 3][index]!]! : t.soft;
      return (
        card(t, x, y, 150, 116, 14) +
        rect(x + 14, y + 14, 44, 44, isOn ? t.tints[[1, 3, 2, 4, 0, 3][index]!]! : t.edge, 12) +
        [
          disc(x + 36, y + 32, 9, colour) + line(`M${x + 32} ${y + 46}h8`, colour, 3),
          outline(x + 24, y + 26, 24, 18, { line: colour, width: 3 }, 3) + line(`M${x + 30} ${y + 50}h12`, colour, 3),
          line(`M${x + 36} ${y + 24}q-14 16 0 24 14-8 0-24z`, colour, 3),
          outline(x + 26, y + 22, 20, 28, { line: colour, width: 3 }, 5) + disc(x + 36, y + 40, 4, colour),
          outline(x + 25, y + 34, 22, 15, { line: colour, width: 3 }, 3) +
            line(`M${x + 29} ${y + 34}v-4a7 7 0 0 1 14 0v4`, colour, 3),
          line(`M${x + 24} ${y + 44}V${y + 30}h24v14zM${x + 36} ${y + 30}v14`, colour, 3),
        ][index] +
        rect(x + 98, y + 26, 38, 22, isOn ? colour : t.edge, 11) +
        disc(isOn ? x + 125 : x + 109, y + 37, 8, isOn ? t.page : t.soft) +
        bar(x + 16, y + 74, [80, 64, 90, 70, 84, 60][index]!, t.ink, 9) +
        bar(x + 16, y + 92, 46, t.soft, 6)
      );
    }) +
    card(t, 32, 332, 742, 108, 16) +
    each(24, (index) => {
      const height = 20 + 50 * Math.abs(Math.sin(index * 0.45) * Math.cos(index * 0.13));
      return rect(54 + index * 29.4, 424 - height, 18, height, index > 8 && index < 16 ? t.strong[2] : t.tints[3], 4);
    }),
};

/** Rows of posters. */
const posters: Screen = {
  isDark: true,
  draw: (t, random) =>
    rect(0, 0, 800, 500, t.page) +
    landscape(t, 0, 0, 800, 210, 4) +
    `<linearGradient id="shade"><stop offset="0.3" stop-color="${t.page}"/><stop offset="1" stop-color="${t.page}" stop-opacity="0"/></linearGradient>` +
    rect(0, 0, 460, 212, "url(#shade)") +
    word(36, 92, "Harbour Lights", 33, t.ink) +
    bars(36, 112, [230, 180], t.soft, { gap: 16, height: 7 }) +
    rect(36, 150, 110, 36, t.accent, 18) +
    area("M62 160l15 8-15 8z", t.onAccent) +
    bar(86, 164, 42, t.onAccent, 8) +
    each(
      2,
      (row) =>
        bar(36, 230 + row * 190, [120, 90][row]!, t.ink, 10) +
        each(6, (index) => {
          const x = 36 + index * 126;
          const y = 252 + row * 190;
          const colour = Math.floor(random() * 5);
          const [main, other] = [t.strong[colour]!, t.strong[(colour + 2) % 5]!];
          return (
            rect(x, y, 112, 150, t.tints[colour]!, 8) +
            [
              disc(x + 56, y + 60, 34, main) + disc(x + 70, y + 50, 28, t.tints[colour]!),
              area(`M${x} ${y + 110}l38-64 30 40 18-24 26 48v32q0 8-8 8H${x + 8}q-8 0-8-8z`, main),
              each(4, (part) =>
                rect(x + 16 + part * 22, y + 30 + ((part * 29) % 50), 14, 70, part % 2 ? main : other, 3),
              ),
              outline(x + 24, y + 28, 64, 64, { line: main, width: 12 }, 32) + disc(x + 56, y + 60, 10, other),
              area(`M${x + 56} ${y + 20}l40 90h-80z`, main) + disc(x + 56, y + 76, 14, t.tints[colour]!),
              line(
                `M${x + 14} ${y + 50}q42-40 84 0M${x + 14} ${y + 78}q42-40 84 0M${x + 14} ${y + 106}q42-40 84 0`,
                main,
                9,
              ),
            ][(index + row * 2) % 6] +
            bar(x + 14, y + 128, 60, t.ink, 8)
          );
        }),
    ),
};

const player: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    landscape(t, 24, 20, 520, 292, 1) +
    `<g opacity="0.55">${rect(24, 264, 520, 48, "#000000")}</g>` +
    area("M46 278l18 10-18 10z", "#fff") +
    rect(84, 285, 380, 6, "#ffffff66", 3) +
    rect(84, 285, 170, 6, "#fff", 3) +
    disc(254, 288, 8, "#fff") +
    bar(480, 284, 44, "#fff", 8) +
    bar(24, 334, 330, t.ink, 13) +
    person(t, 42, 382, 18, 2) +
    bar(72, 372, 110, t.ink, 8) +
    bar(72, 387, 70, t.faint, 6) +
    button(t, 448, 366, 96, 32) +
    bars(24, 420, [500, 440], t.soft, { gap: 16, height: 7 }) +
    each(
      5,
      (index) =>
        landscape(t, 572, 20 + index * 88, 112, 74, index + 2) +
        bars(
          698,
          32 + index * 88,
          [
            [80, 70, 60],
            [74, 84, 50],
            [84, 60, 66],
            [70, 78, 40],
            [80, 50, 60],
          ][index]!,
          t.soft,
          { gap: 16 },
        ),
    ),
};

const chess: Screen = {
  frame: "browser",
  draw(t) {
    const piece = (column: number, row: number, kind: "pawn" | "tower" | "bishop" | "queen", isWhite: boolean) => {
      const [x, y] = [60 + column * 50 + 25, 30 + row * 50 + 42];
      const shape =
        kind === "pawn"
          ? `M-11 0h22l-5-9q-2-6 0-9a7.500 7.500 0 1 0-12 0q2 3 0 9z`
          : kind === "tower"
            ? `M-13 0h26l-4-8v-16h4v-10h-6v4h-4v-4h-6v4h-4v-4h-6v10h4v16z`
            : kind === "bishop"
              ? `M-12 0h24l-5-9q8-9 2-17l-9-11-9 11q-6 8 2 17z`
              : `M-14 0h28l-3-10 7-22-10 9-8-14-8 14-10-9 7 22z`;
      return `<path transform="translate(${x} ${y})" d="${shape}" fill="${isWhite ? "#fff" : t.ink}" stroke="${isWhite ? t.ink : "#fff"}" stroke-width="1.8" stroke-linejoin="round"/>`;
    };
    return (
      rect(0, 0, 800, INNER, t.isDark ? t.page : t.page) +
      rect(60, 30, 400, 400, t.tints[0]) +
      each(64, (index) =>
        (index + Math.floor(index / 8)) % 2
          ? rect(60 + (index % 8) * 50, 30 + Math.floor(index / 8) * 50, 50, 50, t.strong[0])
          : "",
      ) +
      rect(260, 230, 50, 50, t.strong[1]) +
      rect(260, 330, 50, 50, t.tints[1]) +
      [0, 1, 2, 5, 6, 7].map((column) => piece(column, 1, "pawn", false) + piece(column, 6, "pawn", true)).join("") +
      piece(4, 4, "pawn", true) +
      piece(3, 3, "pawn", false) +
      piece(4, 2, "pawn", false) +
      piece(0, 0, "tower", false) +
      piece(7, 0, "tower", false) +
      piece(0, 7, "tower", true) +
      piece(7, 7, "tower", true) +
      piece(3, 0, "queen", false) +
      piece(3, 7, "queen", true) +
      piece(2, 4, "bishop", true) +
      piece(5, 0, "bishop", false) +
      piece(2, 0, "bishop", false) +
      rect(484, 30, 12, 400, t.ink, 3) +
      rect(484, 210, 12, 220, "#fff", 3) +
      card(t, 520, 30, 240, 64) +
      person(t, 552, 62, 17, 3) +
      bar(580, 58, 80, t.ink, 9) +
      word(742, 70, "4:12", 24, t.ink, "end") +
      card(t, 520, 108, 240, 244) +
      each(
        6,
        (index) =>
          (index === 4 ? rect(600, 116 + index * 38, 70, 32, t.tint, 6) : "") +
          word(540, 139 + index * 38, `${index + 1}`, 16, t.soft) +
          word(612, 139 + index * 38, ["e4", "d4", "exd5", "Bc4", "e5", "Qe2"][index]!, 17, t.ink) +
          word(686, 139 + index * 38, ["e6", "d5", "exd5", "Be7", "d4", ""][index]!, 17, t.ink),
      ) +
      card(t, 520, 366, 240, 64) +
      person(t, 552, 398, 17, 1) +
      bar(580, 394, 96, t.ink, 9) +
      word(742, 406, "3:47", 24, t.accent, "end")
    );
  },
};

const terminal: Screen = {
  frame: "desktop",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(34, 52, "&gt;", 20, t.accent) +
    word(58, 52, "run small-model", 20, t.ink) +
    each(
      3,
      (index) =>
        bar(34, 78 + index * 30, [110, 96, 120][index]!, t.soft, 8) +
        rect(190, 76 + index * 30, 360, 12, t.panel, 3) +
        rect(190, 76 + index * 30, [360, 360, 214][index]!, 12, t.strong[index === 2 ? 0 : 2], 3) +
        word(590, 88 + index * 30, ["100 %", "100 %", "59 %"][index]!, 16, index === 2 ? t.accent : t.soft),
    ) +
    word(34, 208, "&gt;", 20, t.accent) +
    bar(58, 196, 340, t.ink, 10) +
    bars(58, 234, [580, 610, 540, 596, 300], t.soft, { gap: 23, height: 9 }) +
    rect(58, 356, 460, 66, t.panel, 8) +
    rect(58, 356, 4, 66, t.strong[3]) +
    bars(80, 374, [120, 190], t.strong[3], { gap: 23, height: 9 }) +
    bars(210, 374, [90], t.strong[1], { height: 9 }) +
    bars(282, 397, [150], t.strong[2], { height: 9 }) +
    word(34, 452, "&gt;", 20, t.accent) +
    rect(58, 436, 11, 20, t.accent),
};

/** A conversation with a program that answers. */
const assistant: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 164, items: 9, chosen: 0, marks: "none", fill: t.page }) +
    rect(440, 28, 316, 52, t.tint, 18) +
    bars(462, 44, [270, 190], t.ink, { gap: 15, height: 7 }) +
    rect(204, 108, 30, 30, t.accent, 9) +
    line("M211 123h16M219 115v16M213.500 117.500l11 11M224.500 117.500l-11 11", t.onAccent, 2) +
    bars(252, 114, [480, 500, 460, 210], t.soft, { gap: 18, height: 8 }) +
    card(t, 252, 200, 504, 116) +
    rect(253, 201, 502, 28, t.page, 9) +
    bar(268, 212, 60, t.soft) +
    each(
      4,
      (index) =>
        bar(
          272 + [0, 20, 20, 0][index]!,
          242 + index * 18,
          [90, 130, 60, 40][index]!,
          t.strong[[0, 3, 4, 0][index]!]!,
          8,
        ) + bar([372, 432, 362, 320][index]!, 242 + index * 18, [120, 70, 150, 0][index]!, t.soft, 8),
    ) +
    bars(252, 338, [440, 470], t.soft, { gap: 18, height: 8 }) +
    outline(204, 398, 552, 46, { fill: t.raised, line: t.faint, width: 2 }, 23) +
    bar(230, 417, 150, t.faint, 8) +
    disc(732, 421, 16, t.accent) +
    line("M732 428v-14M726 420l6-6 6 6", t.onAccent, 2.5),
};

const review: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    bar(28, 24, 300, t.ink, 13) +
    pill(t, 28, 50, 70, 2) +
    bar(112, 56, 180, t.faint) +
    each(4, (index) => bar(32 + index * 104, 90, 64, index === 2 ? t.accent : t.soft, 8)) +
    line("M0 112h800", t.edge, 1.5) +
    rect(228, 109, 88, 4, t.accent) +
    rect(0, 113, 190, 351, t.panel) +
    each(
      9,
      (index) =>
        (index === 2 ? rect(8, 185, 174, 28, t.tint, 6) : "") +
        outline(24 + (index % 4 ? 14 : 0), 132 + index * 30, 11, 13, { line: t.soft, width: 2 }, 2) +
        bar(
          44 + (index % 4 ? 14 : 0),
          135 + index * 30,
          [80, 60, 90, 54, 70, 84, 62, 76, 50][index]!,
          index === 2 ? t.accent : t.soft,
        ),
    ) +
    card(t, 212, 132, 564, 350, 8) +
    rect(213, 133, 562, 30, t.page, 7) +
    bar(230, 145, 160, t.ink) +
    each(12, (index) => {
      const y = 163 + index * 23 + (index > 6 ? 76 : 0);
      const kind = [0, 0, 1, 1, 2, 2, 2, 0, 0, 1, 2, 0][index]!;
      const depth = [0, 1, 1, 2, 1, 2, 2, 1, 1, 1, 1, 0][index]! * 22;
      return (
        (kind ? rect(213, y, 562, 23, kind === 1 ? t.tints[4] : t.tints[2]) : "") +
        bar(226, y + 9, 14, t.faint, 6) +
        (kind
          ? line(kind === 1 ? `M256 ${y + 12}h8` : `M256 ${y + 12}h8M260 ${y + 8}v8`, t.strong[kind === 1 ? 4 : 2], 2.5)
          : "") +
        bar(
          280 + depth,
          y + 8,
          [70, 50, 90, 60, 90, 74, 40, 84, 60, 44, 70, 30][index]!,
          kind ? t.strong[kind === 1 ? 4 : 2] : t.strong[3],
          8,
        ) +
        bar(384 + depth, y + 8, [120, 90, 150, 110, 180, 130, 90, 60, 140, 120, 160, 0][index]!, t.soft, 8)
      );
    }) +
    card(t, 250, 332, 460, 60, 8) +
    person(t, 276, 362, 14, 1) +
    bars(304, 350, [280, 190], t.soft, { gap: 16, height: 7 }),
};

const issues: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    outline(40, 26, 420, 34, { fill: t.raised, line: t.faint, width: 1.5 }, 8) +
    bar(58, 39.5, 130, t.soft) +
    button(t, 664, 26, 96, 34) +
    card(t, 40, 78, 720, 366) +
    rect(41, 79, 718, 36, t.panel, 9) +
    bar(64, 93, 60, t.ink, 8) +
    bar(146, 93, 70, t.soft, 8) +
    each(6, (index) => {
      const y = 116 + index * 55;
      const isDone = index === 3;
      return (
        line(`M40 ${y}h720`, t.edge, 1) +
        (isDone
          ? disc(72, y + 27, 10, t.strong[4]) + tick(67, y + 22, 10, t.raised)
          : outline(63, y + 18, 18, 18, { line: t.strong[2], width: 3 }, 9) + disc(72, y + 27, 3, t.strong[2])) +
        bar(98, y + 16, [240, 190, 280, 210, 260, 170][index]!, t.ink, 9) +
        bar(98, y + 35, 150, t.faint, 6) +
        pill(t, [356, 306, 396, 326, 376, 286][index]!, y + 11, [60, 76, 54, 66, 60, 80][index]!, index) +
        (index % 2 ? "" : pill(t, [424, 0, 458, 0, 444, 0][index]!, y + 11, 50, index + 2)) +
        person(t, 690, y + 27, 13, index) +
        bar(720, y + 24, 20, t.faint)
      );
    }),
};

const vault: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 140, items: 7, chosen: 1, marks: "box" }) +
    each(7, (index) => {
      const y = index * 66;
      return (
        (index === 2 ? rect(141, y, 250, 66, t.tint) : "") +
        line(`M141 ${y + 66}h250`, t.edge, 1) +
        rect(158, y + 15, 36, 36, t.tints[index % 5]!, 10) +
        [
          disc(176, y + 33, 9, t.strong[index % 5]!),
          rect(168, y + 25, 16, 16, t.strong[index % 5]!, 3),
          area(`M167 ${y + 42}l9-17 9 17z`, t.strong[index % 5]!),
        ][index % 3] +
        bar(210, y + 21, [90, 70, 110, 84, 60, 100, 76][index]!, t.ink, 9) +
        bar(210, y + 40, [120, 100, 90, 130, 80, 110, 96][index]!, t.faint, 6)
      );
    }) +
    line("M391 0v464", t.edge, 1.5) +
    rect(424, 28, 56, 56, t.tints[2], 14) +
    area("M438 70l14-27 14 27z", t.strong[2]) +
    bar(498, 40, 150, t.ink, 14) +
    bar(498, 66, 100, t.faint) +
    card(t, 424, 108, 344, 196) +
    each(3, (index) => {
      const y = 118 + index * 62;
      return (
        (index ? line(`M424 ${y}h344`, t.edge, 1) : "") +
        bar(444, y + 12, [60, 70, 50][index]!, t.soft, 6) +
        (index === 1
          ? each(14, (dot) => disc(450 + dot * 15, y + 37, 4.5, t.ink))
          : bar(444, y + 33, [190, 0, 160][index]!, t.ink, 9)) +
        outline(728, y + 22, 14, 16, { fill: t.raised, line: t.accent, width: 2.5 }, 3) +
        outline(734, y + 16, 14, 16, { fill: t.raised, line: t.accent, width: 2.5 }, 3)
      );
    }) +
    bar(424, 330, 80, t.soft) +
    each(5, (index) => rect(424 + index * 70, 348, 62, 10, index < 4 ? t.strong[2] : t.edge, 5)) +
    rect(424, 384, 344, 50, t.page, 8) +
    bars(444, 399, [250, 190], t.soft, { gap: 16 }),
};

const generator: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    card(t, 140, 36, 520, 392, 16) +
    word(172, 80, "New password", 23, t.ink) +
    rect(172, 100, 456, 66, t.tint, 10) +
    word(400, 143, "copper-Lantern-42-orbit", 27, t.accent, "middle") +
    each(5, (index) => rect(172 + index * 92, 180, 86, 9, t.strong[2], 4)) +
    bar(172, 218, 60, t.ink, 9) +
    rect(172, 242, 400, 8, t.edge, 4) +
    rect(172, 242, 250, 8, t.accent, 4) +
    disc(422, 246, 12, t.accent) +
    word(628, 253, "23", 19, t.ink, "end") +
    each(4, (index) => {
      const [x, y] = [172 + (index % 2) * 240, 282 + Math.floor(index / 2) * 44];
      const isOn = index !== 3;
      return (
        rect(x, y, 42, 24, isOn ? t.accent : t.faint, 12) +
        disc(isOn ? x + 30 : x + 12, y + 12, 9, t.raised) +
        bar(x + 58, y + 8, [96, 80, 110, 90][index]!, t.soft, 8)
      );
    }) +
    button(t, 172, 376, 150, 34) +
    outline(336, 376, 120, 34, { line: t.faint, width: 1.5 }, 6) +
    bar(362, 389.5, 68, t.soft),
};

const settings: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    sidebar(t, { width: 170, items: 8, chosen: 3, marks: "box" }) +
    bar(210, 34, 170, t.ink, 14) +
    card(t, 210, 68, 540, 158, 12) +
    field(t, 234, 90, 236, 0.6) +
    field(t, 490, 90, 236, 0.4) +
    field(t, 234, 152, 492, 0.5) +
    card(t, 210, 244, 540, 136, 12) +
    each(
      3,
      (index) =>
        bar(234, 264 + index * 40, [150, 190, 120][index]!, t.ink, 8) +
        bar(234, 279 + index * 40, 230, t.faint, 6) +
        rect(684, 262 + index * 40, 42, 24, index === 1 ? t.faint : t.accent, 12) +
        disc(index === 1 ? 696 : 714, 274 + index * 40, 9, t.raised),
    ) +
    button(t, 640, 402, 110, 34),
};

export const use = {
  files,
  sync,
  calendar,
  booking,
  map,
  places,
  home,
  posters,
  player,
  chess,
  terminal,
  assistant,
  review,
  issues,
  vault,
  generator,
  settings,
};
