import { button, card, INNER, person, pill, sidebar } from "../frame.ts";
import { area, bar, bars, curve, disc, each, line, outline, rect, times, word } from "../shapes.ts";
import type { Screen } from "./screen.ts";

/** One page of statistics: five figures, a curve, two lists. */
const statistics: Screen = {
  frame: "browser",
  draw(t, random) {
    const heights = times(13, (index) => 232 - 80 * Math.abs(Math.sin(index * 0.62)) - index * 3 - random() * 22);
    const d = curve(56, 57, heights);
    return (
      rect(0, 0, 800, INNER, t.page) +
      card(t, 32, 22, 736, 250, 12) +
      each(
        5,
        (index) =>
          bar(56 + index * 142, 44, 62, t.soft) +
          word(
            56 + index * 142,
            88,
            ["24.6k", "71.2k", "48 %", "2:31", "186"][index]!,
            29,
            index === 0 ? t.accent : t.ink,
          ),
      ) +
      rect(56, 98, 66, 4, t.accent) +
      each(4, (index) => line(`M56 ${130 + index * 38}h688`, t.edge, 1)) +
      area(`${d}V250H56Z`, t.tint) +
      line(d, t.accent, 4) +
      disc(56 + 57 * 8, heights[8]!, 7, t.accent) +
      disc(56 + 57 * 8, heights[8]!, 3, t.raised) +
      each(2, (list) => {
        const x = 32 + list * 374;
        return (
          card(t, x, 288, 362, 160, 12) +
          bar(x + 20, 308, 90, t.ink, 9) +
          each(4, (index) => {
            const share = [260, 190, 130, 70][index]! - list * 20;
            return (
              rect(x + 20, 332 + index * 28, share, 22, t.tints[list ? 3 : 0]!, 4) +
              bar(x + 32, 340 + index * 28, [90, 70, 60, 40][index]!, t.ink, 6) +
              bar(x + 312, 340 + index * 28, 30, t.soft, 6)
            );
          })
        );
      })
    );
  },
};

/** Products of a shop. */
const shop: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    word(32, 42, "Clay &amp; Co.", 24, t.ink) +
    each(4, (index) => bar(300 + index * 78, 32, 50, index === 0 ? t.accent : t.soft)) +
    outline(738, 25, 20, 20, { line: t.ink, width: 2.5 }, 4) +
    disc(760, 24, 9, t.accent) +
    rect(32, 64, 736, 118, t.tint, 12) +
    bars(62, 92, [230, 170], t.ink, { gap: 24, height: 13 }) +
    button(t, 62, 142, 96, 26) +
    area("M566 168q-14-64 4-84h52q18 20 4 84z", t.strong[1]) +
    rect(572, 72, 48, 14, t.strong[0], 4) +
    area("M650 168l10-60h60l10 60z", t.strong[3]) +
    line("M690 106q-20-34 0-30M690 106q22-30 26-14", t.strong[2], 5) +
    each(4, (index) => {
      const x = 32 + index * 188;
      const [cx, cy] = [x + 86, 276];
      return (
        rect(x, 202, 172, 150, t.tints[[3, 1, 4, 2][index]!]!, 12) +
        [
          area(`M${cx - 34} ${cy - 30}h60v46q0 16-16 16h-28q-16 0-16-16z`, t.strong[3]) +
            outline(cx + 22, cy - 18, 24, 28, { line: t.strong[3], width: 8 }, 12),
          area(`M${cx - 46} ${cy - 12}h92q-6 44-46 44t-46-44z`, t.strong[1]),
          area(`M${cx - 18} ${cy + 34}q-34-40 4-66v-20h28v20q38 26 4 66z`, t.strong[4]),
          `<ellipse cx="${cx}" cy="${cy}" rx="56" ry="32" fill="${t.strong[2]}"/><ellipse cx="${cx}" cy="${cy}" rx="34" ry="18" fill="${t.tints[2]}"/>`,
        ][index] +
        bar(x, 368, [110, 90, 120, 84][index]!, t.ink, 9) +
        bar(x, 386, 64, t.soft) +
        word(x, 430, ["€ 24", "€ 38", "€ 52", "€ 29"][index]!, 20, t.ink) +
        rect(x + 140, 410, 32, 26, t.accent, 8) +
        line(`M${x + 151} 423h10M${x + 156} 418v10`, t.onAccent, 2.5)
      );
    }),
};

const orders: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    sidebar(t, { width: 146, items: 8, chosen: 2, marks: "box" }) +
    word(174, 46, "Orders", 25, t.ink) +
    button(t, 676, 24, 96, 30) +
    card(t, 174, 70, 598, 380) +
    rect(175, 71, 596, 34, t.page, 9) +
    [196, 290, 430, 560, 690].map((x) => bar(x, 85, 46, t.soft, 6)).join("") +
    each(8, (index) => {
      const y = 106 + index * 43;
      return (
        line(`M174 ${y}h598`, t.edge, 1) +
        word(196, y + 27, `#${1048 - index}`, 16, t.ink) +
        person(t, 300, y + 21, 12, index) +
        bar(322, y + 18, [70, 54, 80, 62, 50, 74, 66, 58][index]!, t.soft) +
        pill(t, 430, y + 12, [70, 58, 70, 84, 70, 58, 70, 70][index]!, [2, 1, 2, 4, 2, 1, 2, 2][index]!) +
        bar(560, y + 18, 80, t.faint) +
        word(746, y + 27, ["€ 76", "€ 124", "€ 38", "€ 52", "€ 210", "€ 29", "€ 88", "€ 64"][index]!, 16, t.ink, "end")
      );
    }),
};

/** A product with its variants and its stock. */
const stock: Screen = {
  frame: "app",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    sidebar(t, { width: 140, items: 7, chosen: 1, marks: "box" }) +
    card(t, 168, 24, 376, 190) +
    each(
      3,
      (index) =>
        rect(188 + index * 116, 44, 104, 96, t.tints[[3, 1, 4][index]!]!, 8) +
        area(`M${214 + index * 116} 122l8-52h36l8 52z`, t.strong[[3, 1, 4][index]!]!) +
        rect(220 + index * 116, 62, 40, 10, t.strong[[0, 2, 1][index]!]!, 3),
    ) +
    bar(188, 160, 170, t.ink, 11) +
    bar(188, 184, 240, t.soft) +
    card(t, 564, 24, 208, 190) +
    bar(584, 48, 70, t.ink, 9) +
    `<circle cx="668" cy="136" r="46" fill="none" stroke="${t.edge}" stroke-width="16"/>` +
    line("M668 90a46 46 0 1 1-43.700 60", t.accent, 16) +
    word(668, 144, "72 %", 22, t.ink, "middle") +
    card(t, 168, 234, 604, 206) +
    each(4, (index) => {
      const y = 242 + index * 48;
      return (
        (index ? line(`M168 ${y}h604`, t.edge, 1) : "") +
        rect(188, y + 10, 28, 28, t.tints[index]!, 6) +
        bar(232, y + 20, [90, 110, 76, 100][index]!, t.ink, 8) +
        pill(t, 370, y + 15, 60, [2, 2, 1, 2][index]!) +
        rect(470, y + 20, 180, 8, t.edge, 4) +
        rect(470, y + 20, [140, 96, 30, 164][index]!, 8, t.strong[[2, 2, 1, 2][index]!]!, 4) +
        word(750, y + 29, ["164", "98", "12", "211"][index]!, 16, t.ink, "end")
      );
    }),
};

const invoice: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(0, 0, 258, INNER, t.raised) +
    each(6, (index) => {
      const y = 20 + index * 72;
      return (
        (index === 1 ? rect(10, y - 8, 238, 66, t.tint, 10) : "") +
        bar(28, y + 8, [110, 90, 120, 84, 100, 94][index]!, t.ink, 9) +
        bar(28, y + 28, 70, t.faint, 6) +
        word(230, y + 18, ["€ 640", "€ 1,280", "€ 95", "€ 2,400", "€ 310", "€ 720"][index]!, 16, t.ink, "end") +
        pill(t, 170, y + 28, 60, [2, 3, 2, 1, 2, 2][index]!)
      );
    }) +
    line("M258 0v464", t.edge, 1.5) +
    rect(318, 24, 424, 470, t.raised) +
    rect(318, 24, 424, 10, t.accent) +
    disc(370, 82, 22, t.tints[1]) +
    area("M356 92l14-26 14 26z", t.strong[1]) +
    word(714, 92, "Invoice 0042", 25, t.ink, "end") +
    bars(348, 128, [110, 130, 84], t.soft, { gap: 16 }) +
    bars(614, 128, [100, 70, 86], t.soft, { gap: 16 }) +
    rect(348, 192, 366, 28, t.tint, 4) +
    bar(362, 203, 80, t.accent) +
    bar(660, 203, 40, t.accent) +
    each(
      4,
      (index) =>
        bar(362, 240 + index * 32, [160, 124, 186, 140][index]!, t.soft) +
        bar(646, 240 + index * 32, 54, t.soft) +
        line(`M348 ${258 + index * 32}h366`, t.edge, 1),
    ) +
    word(600, 400, "Total", 19, t.ink, "end") +
    word(704, 400, "€ 1,280", 23, t.accent, "end") +
    bars(348, 430, [180, 140], t.faint, { gap: 15 }),
};

const hours: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(32, 46, "This week", 25, t.ink) +
    word(768, 46, "31:40", 27, t.accent, "end") +
    card(t, 32, 66, 736, 166, 12) +
    each(5, (index) => {
      const x = 74 + index * 138;
      const parts = [
        [50, 30, 20],
        [70, 24, 0],
        [30, 44, 26],
        [56, 30, 30],
        [40, 20, 0],
      ][index]!;
      let y = 200;
      return (
        parts
          .map((height, part) => {
            y -= height;
            return height ? rect(x, y, 76, height - 3, t.strong[[0, 1, 3][part]!]!, 4) : "";
          })
          .join("") + bar(x + 20, 212, 36, t.soft, 6)
      );
    }) +
    each(5, (index) => {
      const y = 250 + index * 40;
      return (
        card(t, 32, y, 736, 34, 8) +
        rect(32, y, 6, 34, t.strong[[0, 1, 3, 0, 1][index]!]!, 3) +
        bar(56, y + 13, [140, 190, 110, 160, 130][index]!, t.ink, 8) +
        pill(t, 400, y + 8, 76, [0, 1, 3, 0, 1][index]!) +
        word(748, y + 23, ["3:20", "1:45", "2:10", "0:50", "4:05"][index]!, 16, t.ink, "end")
      );
    }),
};

/** Money in envelopes, with what is left in each. */
const budget: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    sidebar(t, { width: 160, items: 7, chosen: 0, fill: t.tint, marks: "none" }) +
    word(190, 52, "March", 29, t.ink) +
    rect(540, 22, 228, 44, t.tints[2], 10) +
    bar(558, 40, 80, t.strong[2], 8) +
    word(750, 52, "€ 214", 22, t.ink, "end") +
    each(2, (part) => {
      const top = 84 + part * 200;
      return (
        bar(190, top + 6, [84, 110][part]!, t.ink, 10) +
        each(4, (index) => {
          const y = top + 28 + index * 40;
          const share = [
            [0.62, 0.3, 0.9, 0.45],
            [0.2, 0.75, 0.5, 1],
          ][part]![index]!;
          return (
            rect(190, y, 578, 34, t.raised, 8) +
            disc(210, y + 17, 9, t.tints[(index + part * 2) % 5]!) +
            bar(232, y + 13.5, [90, 70, 110, 60][index]!, t.soft, 8) +
            rect(400, y + 12, 220, 10, t.edge, 5) +
            rect(400, y + 12, 220 * share, 10, share > 0.8 ? t.strong[1] : t.strong[2], 5) +
            word(
              750,
              y + 23,
              [
                ["€ 320", "€ 86", "€ 14", "€ 120"],
                ["€ 400", "€ 55", "€ 60", "€ 0"],
              ][part]![index]!,
              16,
              t.ink,
              "end",
            )
          );
        })
      );
    }),
};

const report: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    card(t, 28, 24, 470, 270, 12) +
    word(50, 60, "Spending", 20, t.ink) +
    each(8, (index) => {
      const [first, second] = [
        [110, 60],
        [90, 84],
        [130, 40],
        [100, 70],
        [84, 52],
        [120, 66],
        [96, 48],
        [136, 30],
      ][index]!;
      const x = 56 + index * 54;
      return (
        rect(x, 262 - first!, 30, first!, t.strong[0], 4) +
        rect(x, 258 - first! - second!, 30, second!, t.tints[3], 4) +
        bar(x + 2, 274, 26, t.faint, 6)
      );
    }) +
    card(t, 518, 24, 254, 270, 12) +
    `<g fill="none" stroke-width="34">${[0, 1, 2, 3].map((index) => `<circle cx="645" cy="160" r="78" stroke="${t.strong[index]}" stroke-dasharray="${[0.4, 0.27, 0.2, 0.11][index]! * 490.1} 490.1" stroke-dashoffset="${-[0, 0.41, 0.69, 0.9][index]! * 490.1}"/>`).join("")}</g>` +
    word(645, 170, "€ 1,842", 25, t.ink, "middle") +
    each(
      4,
      (index) =>
        card(t, 28 + index * 189, 312, 177, 126, 12) +
        bar(48 + index * 189, 334, 80, t.soft) +
        word(48 + index * 189, 378, ["€ 640", "€ 412", "€ 286", "€ 98"][index]!, 25, t.ink) +
        line(
          curve(
            48 + index * 189,
            24,
            times(6, (step) => 412 - ((step * (index + 3) * 7) % 24)),
          ),
          t.strong[index]!,
          3.5,
        ),
    ),
};

/** Deals in columns. */
const board: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    bar(28, 28, 110, t.ink, 12) +
    each(3, (index) => person(t, 700 + index * 24, 34, 13, index)) +
    each(4, (column) => {
      const x = 24 + column * 192;
      const cards = [3, 3, 2, 2][column]!;
      return (
        disc(x + 8, 74, 5, t.strong[column]!) +
        bar(x + 22, 70, [60, 76, 54, 66][column]!, t.ink, 8) +
        each(cards, (index) => {
          const tall = (column + index) % 3 === 0;
          const y = 94 + index * 118 + (index > 0 && column % 3 === 0 ? 10 : 0);
          const height = tall ? 114 : 102;
          return (
            card(t, x, y, 176, height - 6) +
            pill(t, x + 12, y + 12, [56, 70, 48][(column + index) % 3]!, column) +
            bar(x + 12, y + 42, [120, 96, 136, 110][(column * 2 + index) % 4]!, t.ink, 8) +
            bar(x + 12, y + 58, [90, 124, 70][index % 3]!, t.soft, 6) +
            (tall ? bar(x + 12, y + 72, 100, t.soft, 6) : "") +
            person(t, x + 156, y + height - 26, 11, column + index) +
            bar(x + 12, y + height - 26, 44, t.faint, 6)
          );
        }) +
        (cards < 3
          ? outline(
              x,
              94 + cards * 118 + (column % 3 === 0 ? 10 : 0),
              176,
              40,
              { line: t.faint, width: 2, dash: "5 5" },
              10,
            )
          : "")
      );
    }),
};

const companies: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 132, items: 8, chosen: 0 }) +
    bar(156, 28, 100, t.ink, 12) +
    pill(t, 284, 24, 84, 3) +
    button(t, 690, 20, 88, 28) +
    line(
      `M156 66h622M156 98h622${times(8, (index) => `M156 ${142 + index * 44}h622`).join("")}M330 66v398M450 66v398M580 66v398`,
      t.edge,
      1.5,
    ) +
    [170, 344, 464, 594].map((x) => bar(x, 79, 54, t.soft, 6)).join("") +
    each(8, (index) => {
      const y = 98 + index * 44;
      return (
        rect(170, y + 12, 20, 20, t.tints[index % 5]!, 5) +
        disc(180, y + 22, 5, t.strong[index % 5]!) +
        bar(202, y + 18, [90, 70, 104, 60, 84, 96, 66, 80][index]!, t.ink, 8) +
        pill(t, 344, y + 13, [70, 60, 80, 70, 60, 70, 80, 60][index]!, [0, 2, 1, 0, 2, 3, 1, 2][index]!) +
        person(t, 474, y + 22, 11, index) +
        bar(494, y + 19, [60, 50, 66, 44, 58, 62, 40, 54][index]!, t.soft, 6) +
        bar(594, y + 19, [120, 150, 96, 140, 110, 160, 130, 90][index]!, t.faint, 6)
      );
    }),
};

/** A table of a database, with its types. */
const tables: Screen = {
  frame: "browser",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(0, 0, 48, INNER, t.panel) +
    each(7, (index) =>
      outline(
        15,
        20 + index * 42,
        18,
        18,
        { fill: index === 1 ? t.accent : "none", line: index === 1 ? t.accent : t.soft, width: 2.5 },
        5,
      ),
    ) +
    sidebar(t, { x: 49, width: 142, items: 9, chosen: 2, marks: "box" }) +
    rect(192, 0, 608, 46, t.panel) +
    button(t, 700, 10, 84, 26) +
    bar(210, 19, 90, t.ink, 9) +
    rect(192, 46, 608, 34, t.raised) +
    [212, 300, 440, 570, 690].map((x, index) => bar(x, 59, [30, 60, 54, 70, 48][index]!, t.ink, 8)).join("") +
    each(11, (index) => {
      const y = 80 + index * 35;
      return (
        (index === 3 ? rect(192, y, 608, 35, t.tint) : "") +
        line(`M192 ${y + 35}h608`, t.edge, 1) +
        word(212, y + 23, `${index + 1}`, 15, t.soft) +
        bar(300, y + 14, [96, 74, 110, 84, 66, 100, 90, 70, 104, 80, 60][index]!, t.strong[2], 8) +
        bar(440, y + 14, [80, 90, 60, 100, 76, 84, 70, 96, 66, 88, 50][index]!, t.soft, 8) +
        rect(570, y + 9, 46, 18, index % 3 ? t.tints[2] : t.tints[1], 9) +
        bar(690, y + 14, 70, t.faint, 8)
      );
    }) +
    line("M284 46v418M424 46v418M554 46v418M674 46v418", t.edge, 1),
};

const diary: Screen = {
  frame: "browser",
  draw(t) {
    const d = curve(68, 62, [106, 112, 108, 124, 120, 138, 150, 146]);
    return (
      rect(0, 0, 800, INNER, t.page) +
      card(t, 28, 24, 500, 186, 12) +
      word(50, 60, "Body weight", 19, t.ink) +
      word(506, 60, "71.4 kg", 21, t.accent, "end") +
      each(4, (index) => line(`M50 ${86 + index * 30}h456`, t.edge, 1)) +
      area(`${d}V188H68Z`, t.tint) +
      line(d, t.accent, 4) +
      each(8, (index) => disc(68 + index * 62, [106, 112, 108, 124, 120, 138, 150, 146][index]!, 5, t.accent)) +
      card(t, 548, 24, 224, 186, 12) +
      `<g fill="none" stroke-width="13">${[58, 41, 24].map((radius, index) => `<circle cx="660" cy="118" r="${radius}" stroke="${t.tints[[0, 2, 4][index]!]}"/><circle cx="660" cy="118" r="${radius}" stroke="${t.strong[[0, 2, 4][index]!]}" stroke-linecap="round" stroke-dasharray="${radius * 6.283 * [0.78, 0.6, 0.85][index]!} 999" transform="rotate(-90 660 118)"/>`).join("")}</g>` +
      card(t, 28, 228, 744, 212, 12) +
      each(4, (index) => {
        const y = 240 + index * 49;
        return (
          (index ? line(`M48 ${y}h704`, t.edge, 1) : "") +
          rect(48, y + 8, 34, 34, t.tints[index]!, 9) +
          line(`M${56} ${y + 25}h18M58 ${y + 18}v14M72 ${y + 18}v14`, t.strong[index]!, 4) +
          bar(100, y + 15, [110, 84, 130, 96][index]!, t.ink, 9) +
          bar(100, y + 31, 70, t.faint, 6) +
          each(
            5,
            (set) =>
              rect(330 + set * 62, y + 10, 52, 30, set < [5, 4, 3, 0][index]! ? t.tints[2] : t.page, 7) +
              (set < [5, 4, 3, 0][index]!
                ? word(356 + set * 62, y + 31, ["12", "10", "10", "8", "8"][set]!, 16, t.ink, "middle")
                : ""),
          ) +
          outline(690, y + 12, 60, 26, { line: t.faint, width: 1.5 }, 13) +
          bar(704, y + 22, 32, t.soft, 6)
        );
      })
    );
  },
};

const meals: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(32, 48, "Tuesday", 25, t.ink) +
    each(
      7,
      (index) =>
        rect(380 + index * 56, 22, 44, 38, index === 1 ? t.accent : t.raised, 10) +
        bar(393 + index * 56, 38, 18, index === 1 ? t.onAccent : t.soft),
    ) +
    each(3, (index) => {
      const x = 32 + index * 248;
      return (
        card(t, x, 80, 234, 366, 14) +
        rect(x + 1, 81, 232, 130, t.tints[[1, 2, 4][index]!]!, 13) +
        disc(x + 117, 148, 50, t.raised) +
        disc(x + 117, 148, 38, t.edge) +
        [
          disc(x + 108, 142, 18, t.strong[1]) +
            disc(x + 132, 158, 11, t.strong[4]) +
            disc(x + 128, 134, 8, t.strong[2]),
          area(`M${x + 90} 154q26-44 54 0z`, t.strong[2]) +
            disc(x + 122, 160, 10, t.strong[1]) +
            disc(x + 104, 162, 9, t.strong[0]),
          rect(x + 96, 132, 42, 16, t.strong[4], 8) + rect(x + 100, 154, 36, 14, t.strong[2], 7),
        ][index] +
        bar(x + 20, 230, [100, 70, 84][index]!, t.ink, 10) +
        each(
          4,
          (row) =>
            bar(x + 20, 262 + row * 28, [96, 74, 110, 60][(row + index) % 4]!, t.soft) +
            bar(x + 176, 262 + row * 28, 36, t.faint),
        ) +
        rect(x + 20, 396, 194, 10, t.edge, 5) +
        rect(x + 20, 396, 76, 10, t.strong[0], 5) +
        rect(x + 96, 396, 50, 10, t.strong[2]) +
        word(x + 20, 432, ["420 kcal", "610 kcal", "540 kcal"][index]!, 16, t.ink)
      );
    }),
};

export const count = {
  statistics,
  shop,
  orders,
  stock,
  invoice,
  hours,
  budget,
  report,
  board,
  companies,
  tables,
  diary,
  meals,
};
