import { card, field, INNER, landscape } from "../frame.ts";
import { area, bar, bars, disc, each, group, line, outline, point, rect, times } from "../shapes.ts";
import type { Theme } from "../theme.ts";
import type { Screen } from "./screen.ts";

const tools = (t: Theme, x: number, count: number, chosen: number) =>
  rect(x, 0, 44, INNER, t.panel) +
  line(`M${x + 44} 0v464`, t.edge, 1) +
  each(count, (index) => {
    const y = 14 + index * 38;
    const colour = index === chosen ? t.onAccent : t.soft;
    return (
      (index === chosen ? rect(x + 6, y, 32, 32, t.accent, 7) : "") +
      group(
        [
          line("M9 8l14 6-6 3-3 6z", colour, 2.5),
          outline(8, 8, 16, 16, { line: colour, width: 2.5 }, 2),
          outline(8, 8, 16, 16, { line: colour, width: 2.5 }, 8),
          line("M8 24L20 12l4 4L12 24z", colour, 2.5),
          line("M8 22q4-16 8-6t8-6", colour, 2.5),
          line("M9 9h14M16 9v15", colour, 2.5),
          line("M16 8l8 8-8 8-8-8z", colour, 2.5),
          line("M12 8v12h12M8 12h12v12", colour, 2.5),
          line("M16 8v16M8 16h16", colour, 2.5),
          line("M10 24l3-3 8-8 2 2-8 8z", colour, 2.5),
        ][index % 10]!,
        `translate(${x + 6} ${y})`,
      )
    );
  });

const layers = (t: Theme, y: number, chosen: number, count = 5) =>
  bar(650, y, 60, t.ink, 9) +
  each(count, (index) => {
    const top = y + 22 + index * 38;
    return (
      (index === chosen ? rect(638, top, 152, 34, t.tint, 6) : "") +
      rect(646, top + 5, 32, 24, t.tints[index % 5]!, 4) +
      disc(656 + index * 3, top + 17, 7, t.strong[(index + 2) % 5]!) +
      bar(690, top + 13.5, [56, 70, 44, 62, 50][index % 5]!, index === chosen ? t.accent : t.soft) +
      disc(776, top + 17, 4, index === 3 ? t.faint : t.soft)
    );
  });

const photo: Screen = {
  frame: "desktop",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    tools(t, 0, 10, 4) +
    landscape(t, 84, 40, 510, 370, 3) +
    outline(210, 120, 210, 170, { line: "#fff", width: 2, dash: "7 6" }) +
    each(4, (index) => rect(206 + (index % 2) * 210, 116 + Math.floor(index / 2) * 170, 8, 8, "#fff")) +
    rect(630, 0, 170, INNER, t.panel) +
    rect(646, 18, 138, 96, t.page, 6) +
    area("M650 112C660 90 668 104 680 66S704 96 716 54 740 84 752 70 772 108 780 112z", t.tints[0]) +
    line("M650 110C690 104 720 40 780 22", t.accent, 2.5) +
    layers(t, 134, 1) +
    bar(646, 366, 50, t.soft) +
    rect(646, 382, 138, 6, t.edge, 3) +
    rect(646, 382, 92, 6, t.accent, 3) +
    disc(738, 385, 7, t.ink) +
    bar(646, 408, 66, t.soft) +
    rect(646, 424, 138, 6, t.edge, 3) +
    rect(646, 424, 46, 6, t.accent, 3) +
    disc(692, 427, 7, t.ink) +
    bar(84, 432, 120, t.faint) +
    bar(520, 432, 74, t.faint),
};

const filters: Screen = {
  frame: "desktop",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    each(8, (index) => landscape(t, 28 + (index % 4) * 150, 28 + Math.floor(index / 4) * 130, 136, 112, index)) +
    outline(174, 24, 144, 120, { line: t.accent, width: 4 }, 12) +
    rect(640, 0, 160, INNER, t.panel) +
    bar(660, 28, 80, t.ink, 10) +
    each(
      5,
      (index) =>
        bar(660, 60 + index * 46, 60, t.soft) +
        rect(660, 78 + index * 46, 120, 6, t.edge, 3) +
        disc(660 + [80, 40, 96, 60, 24][index]!, 81 + index * 46, 8, t.accent),
    ) +
    rect(28, 300, 586, 140, t.panel, 10) +
    area(
      `${times(48, (i) => `M${48 + i * 11.5} 424h8v${(-20 - 88 * Math.abs(Math.sin(i * 0.21) * Math.cos(i * 0.083))).toFixed(1)}h-8z`).join("")}`,
      t.strong[3],
    ) +
    line("M48 420C180 400 260 360 360 340S540 330 594 316", t.accent, 3) +
    each(3, (index) => disc([48, 360, 594][index]!, [420, 340, 316][index]!, 7, t.ink)),
};

/** A flower of curves, with the nodes of one petal. */
const vector: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    tools(t, 0, 10, 3) +
    rect(44, 0, 586, 18, t.panel) +
    line(times(29, (index) => `M${54 + index * 20} ${index % 5 ? 12 : 6}v${index % 5 ? 6 : 12}`).join(""), t.soft, 1) +
    rect(120, 44, 440, 392, t.raised) +
    line("M340 250q-10 90 10 170", t.strong[2], 10) +
    area("M346 350q50-60 96-40-20 56-96 40z", t.strong[2]) +
    each(8, (index) =>
      group(
        area("M0 -34C-46 -80 -38 -140 0 -152C38 -140 46 -80 0 -34z", index % 2 ? t.tints[4] : t.tints[0]),
        `translate(340 226) rotate(${index * 45})`,
      ),
    ) +
    each(8, (index) =>
      group(
        area("M0 -40C-18 -70 -16 -96 0 -106C16 -96 18 -70 0 -40z", t.strong[4]),
        `translate(340 226) rotate(${index * 45 + 22.5})`,
      ),
    ) +
    disc(340, 226, 36, t.strong[1]) +
    disc(340, 226, 18, t.tints[1]) +
    line("M340 192C294 146 302 86 340 74C378 86 386 146 340 192z", t.accent, 2.5) +
    line("M302 74h76", t.accent, 1.5) +
    disc(302, 74, 5, t.accent) +
    disc(378, 74, 5, t.accent) +
    [
      [340, 74],
      [340, 192],
    ]
      .map(([x, y]) => outline(x! - 6, y! - 6, 12, 12, { fill: t.raised, line: t.accent, width: 2.5 }, 1))
      .join("") +
    rect(630, 0, 170, INNER, t.panel) +
    line("M630 0v464", t.edge, 1) +
    bar(650, 20, 76, t.ink, 9) +
    each(20, (index) =>
      rect(
        650 + (index % 5) * 27,
        42 + Math.floor(index / 5) * 27,
        22,
        22,
        (index < 10 ? t.strong : t.tints)[(index + Math.floor(index / 5)) % 5]!,
        5,
      ),
    ) +
    field(t, 650, 168, 60, 0.5) +
    field(t, 722, 168, 60, 0.6) +
    layers(t, 232, 0),
};

/** An interface that is being designed: its parts, the page and the properties. */
const design: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(0, 0, 150, INNER, t.raised) +
    each(11, (index) => {
      const y = 18 + index * 28;
      const depth = [0, 1, 2, 2, 1, 2, 2, 2, 0, 1, 1][index]!;
      return (
        (index === 4 ? rect(8, y - 4, 134, 25, t.tint, 5) : "") +
        outline(18 + depth * 14, y + 3, 10, 10, { line: index === 4 ? t.accent : t.soft, width: 2 }, 2) +
        bar(
          36 + depth * 14,
          y + 5,
          [70, 54, 48, 60, 62, 40, 54, 36, 64, 50, 58][index]!,
          index === 4 ? t.accent : t.soft,
        )
      );
    }) +
    rect(620, 0, 180, INNER, t.raised) +
    rect(196, 30, 378, 400, t.raised, 12) +
    bar(222, 56, 120, t.ink, 12) +
    bar(222, 80, 200, t.faint) +
    each(2, (index) => rect(222 + index * 168, 112, 156, 106, t.tints[index === 0 ? 3 : 4], 10)) +
    disc(300, 158, 26, t.strong[3]) +
    area("M420 200l50-64 50 64z", t.strong[4]) +
    rect(222, 234, 324, 116, t.tints[2], 10) +
    line("M246 322q40-66 84-36t84-6 106-24", t.strong[2], 5) +
    outline(219, 231, 330, 122, { line: t.accent, width: 2.5 }) +
    each(4, (index) =>
      outline(214 + (index % 2) * 330, 226 + Math.floor(index / 2) * 122, 10, 10, {
        fill: t.raised,
        line: t.accent,
        width: 2.5,
      }),
    ) +
    rect(358, 362, 54, 20, t.accent, 5) +
    bar(368, 369, 34, t.onAccent, 6) +
    rect(222, 392, 96, 26, t.accent, 13) +
    area("M500 300l8 26 7-10 12-3z", t.strong[1]) +
    rect(520, 322, 62, 20, t.strong[1], 5) +
    bar(530, 329, 42, t.raised, 6) +
    bar(638, 22, 60, t.ink, 9) +
    field(t, 638, 48, 66, 0.5) +
    field(t, 716, 48, 66, 0.6) +
    field(t, 638, 106, 66, 0.7) +
    field(t, 716, 106, 66, 0.4) +
    bar(638, 172, 50, t.ink, 9) +
    each(
      3,
      (index) =>
        rect(638, 194 + index * 32, 24, 24, t.strong[[2, 3, 4][index]!]!, 6) +
        bar(674, 203 + index * 32, [60, 48, 72][index]!, t.soft),
    ) +
    bar(638, 306, 72, t.ink, 9) +
    rect(638, 328, 144, 100, t.page, 8) +
    bars(652, 346, [80, 100, 60, 90], t.soft, { gap: 18 }),
};

/** A layout with its code. */
const layout: Screen = {
  frame: "app",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(36, 34, 400, 396, t.panel, 14) +
    each(
      3,
      (index) =>
        rect(64 + index * 118, 66, 106, 130, t.tints[[0, 3, 4][index]!]!, 10) +
        disc(117 + index * 118, 118, 24, t.strong[[0, 3, 4][index]!]!) +
        bar(84 + index * 118, 168, 66, t.ink),
    ) +
    rect(64, 212, 342, 88, t.tints[2], 10) +
    rect(64, 316, 165, 86, t.tints[1], 10) +
    rect(241, 316, 165, 86, t.tints[0], 10) +
    line("M170 131h12M288 131h12", t.strong[4], 8) +
    outline(58, 60, 354, 142, { line: t.strong[4], width: 2.5, dash: "7 6" }, 4) +
    rect(470, 0, 330, INNER, t.panel) +
    each(15, (index) => {
      const depth = [0, 1, 1, 1, 1, 0, 0, 1, 1, 2, 2, 1, 0, 1, 0][index]! * 20;
      return (
        bar(488, 30 + index * 27, 12, t.faint, 6) +
        bar(
          520 + depth,
          29 + index * 27,
          [70, 60, 54, 74, 40, 14, 84, 60, 90, 50, 44, 14, 76, 58, 14][index]!,
          t.strong[[0, 3, 3, 3, 3, 0, 0, 3, 4, 3, 3, 4, 0, 3, 0][index]!]!,
          8,
        ) +
        (depth > 0 && index !== 11
          ? bar(
              530 + depth + [0, 60, 54, 74, 40, 0, 0, 60, 90, 50, 44, 0, 0, 58][index]!,
              29 + index * 27,
              [0, 50, 70, 30, 62, 0, 0, 44, 40, 66, 30, 0, 0, 54][index]!,
              t.soft,
              8,
            )
          : "")
      );
    }),
};

const painting: Screen = {
  frame: "desktop",
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    tools(t, 0, 10, 9) +
    rect(96, 24, 494, 416, t.tints[3]) +
    `<clipPath id="canvas"><path d="M96 24h494v416H96z"/></clipPath><g clip-path="url(#canvas)">` +
    line("M60 120q160-60 300-10t280-30M60 170q140-50 290 0t290-40", t.tints[4], 34) +
    disc(450, 150, 62, t.strong[1]) +
    disc(450, 150, 46, t.tints[1]) +
    area("M96 330q90-130 190-60t150-40 154 50v160H96z", t.strong[3]) +
    area("M96 390q120-90 240-30t254-50v130H96z", t.strong[2]) +
    line("M210 400q-6-110 20-170M230 300q-40-20-60-60M226 270q40-10 54-56", t.page, 11) +
    each(5, (index) =>
      disc(
        [160, 232, 290, 200, 262][index]!,
        [226, 206, 196, 250, 240][index]!,
        [40, 46, 38, 34, 34][index]!,
        index % 2 ? t.strong[0] : t.strong[4],
      ),
    ) +
    line("M330 420q80-24 150-6M360 396q50-14 90-4", t.tints[2], 8) +
    "</g>" +
    disc(398, 300, 22, "none") +
    outline(376, 278, 44, 44, { line: "#fff", width: 2 }, 22) +
    rect(630, 0, 170, INNER, t.panel) +
    each(24, (index) =>
      group(
        area("M-7.5 -52L-5.5 -38 5.500 -38 7.500 -52z", t.strong[Math.floor(index / 5) % 5]!),
        `translate(715 72) rotate(${index * 15})`,
      ),
    ) +
    area("M715 44l26 44h-52z", t.accent) +
    each(8, (index) => {
      const x = 650 + (index % 4) * 34;
      const y = 146 + Math.floor(index / 4) * 34;
      return (
        rect(x, y, 28, 28, index === 2 ? t.tint : t.raised, 6) +
        line(`M${x + 6} ${y + 20}q8-16 16-10`, index === 2 ? t.accent : t.soft, 1.5 + index * 0.7)
      );
    }) +
    layers(t, 232, 2),
};

/** Four frames of a comic. */
const comic: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.edge) +
    tools(t, 0, 10, 4) +
    rect(180, 20, 360, 424, "#fff") +
    landscape(t, 200, 40, 320, 130, 4) +
    rect(200, 184, 152, 120, t.tints[1]) +
    disc(262, 260, 34, t.strong[4]) +
    rect(366, 184, 154, 120, t.tints[3]) +
    disc(460, 262, 34, t.strong[0]) +
    rect(262, 192, 78, 34, "#fff", 17) +
    bar(278, 205, 46, t.ink, 7) +
    rect(376, 192, 90, 34, "#fff", 17) +
    bar(392, 205, 58, t.ink, 7) +
    rect(200, 318, 320, 106, t.tints[2]) +
    disc(280, 390, 26, t.strong[4]) +
    disc(350, 390, 26, t.strong[0]) +
    line("M400 404q40-50 90-30", t.strong[2], 6) +
    outline(197, 315, 326, 112, { line: t.accent, width: 3 }) +
    rect(630, 0, 170, INNER, t.panel) +
    each(15, (index) =>
      rect(
        650 + (index % 5) * 27,
        24 + Math.floor(index / 5) * 27,
        22,
        22,
        [...t.strong, ...t.tints, ...t.strong][index]!,
        5,
      ),
    ) +
    layers(t, 128, 3) +
    bar(650, 366, 70, t.ink, 9) +
    each(6, (index) => disc(658 + index * 22, 400, 3 + index * 1.4, t.soft)),
};

/** Solids on a floor in perspective, with the list of objects and a timeline. */
const scene: Screen = {
  frame: "desktop",
  isDark: true,
  draw(t) {
    const far = times(13, (index) => `M${300 + (index - 6) * 26} 150L${300 + (index - 6) * 120} 372`);
    const across = times(8, (index) => {
      const y = 150 + 222 * (index / 7) ** 1.7;
      return `M0 ${y.toFixed(1)}H620`;
    });
    return (
      rect(0, 0, 800, INNER, t.panel) +
      `<clipPath id="view"><path d="M0 0h620v372H0z"/></clipPath><g clip-path="url(#view)">` +
      rect(0, 0, 620, 372, t.raised) +
      line(far.join("") + across.join(""), t.faint, 1) +
      `<ellipse cx="250" cy="304" rx="120" ry="26" fill="${t.page}"/><ellipse cx="450" cy="262" rx="74" ry="18" fill="${t.page}"/>` +
      area("M150 170l96-40 96 40-96 44z", t.strong[0]) +
      area("M150 170l96 44v104l-96-46z", t.tints[0]) +
      area("M342 170l-96 44v104l96-46z", t.accent) +
      line("M150 170l96-40 96 40v102l-96 46-96-46zM246 214v104M150 170l96 44 96-44", t.ink, 2) +
      each(7, (index) =>
        disc([150, 246, 342, 342, 246, 150, 246][index]!, [170, 130, 170, 272, 318, 272, 214][index]!, 5, t.strong[1]),
      ) +
      disc(450, 210, 58, t.tints[3]) +
      disc(442, 202, 46, t.strong[3]) +
      disc(430, 188, 16, t.tints[2]) +
      area("M66 300l38-92 38 92q-38 22-76 0z", t.strong[4]) +
      area("M104 208l38 92q-18 11-38 11z", t.tints[4]) +
      "</g>" +
      line("M246 214V92", t.strong[2], 4) +
      line("M246 214l92 38", t.strong[1], 4) +
      line("M246 214l-92 40", t.strong[3], 4) +
      disc(586, 40, 16, t.edge) +
      line("M586 40v-14M586 40l12 7M586 40l-12 7", t.ink, 2.5) +
      line("M620 0v464M0 372h620", t.page, 3) +
      each(
        7,
        (index) =>
          (index === 2 ? rect(628, 46, 164, 24, t.tint, 5) : "") +
          disc(644 + (index % 3 ? 14 : 0), 18 + index * 26 - (index > 2 ? 0 : 0), 5, t.strong[index % 5]!) +
          bar(658 + (index % 3 ? 14 : 0), 14.5 + index * 26, [70, 54, 62, 66, 48, 58, 50][index]!, t.soft),
      ) +
      bar(636, 214, 80, t.ink, 9) +
      each(
        6,
        (index) =>
          bar(636, 244 + index * 34, 34, t.soft, 6) +
          rect(690, 236 + index * 34, 96, 24, t.raised, 5) +
          bar(704, 245 + index * 34, 44, t.ink, 6),
      ) +
      each(
        4,
        (index) =>
          bar(16, 390 + index * 18, 44, t.soft, 6) +
          line(`M80 ${393 + index * 18}h520`, t.edge, 2) +
          each(5, (key) => {
            const x = 96 + ((key * 97 + index * 61) % 480);
            return area(`M${point(x, 387 + index * 18)}l6 6-6 6-6-6z`, t.strong[1]);
          }),
      ) +
      line("M290 380v78", t.accent, 3)
    );
  },
};

/** Boxes of a workflow, joined by lines. */
const workflow: Screen = {
  frame: "app",
  draw(t) {
    const boxes = [
      [70, 180],
      [210, 180],
      [350, 90],
      [350, 270],
      [500, 90],
      [500, 270],
      [650, 180],
    ] as const;
    const joins = [
      [0, 1],
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 5],
      [4, 6],
      [5, 6],
    ] as const;
    return (
      rect(0, 0, 800, INNER, t.page) +
      area(
        times(28 * 16, (index) => `M${14 + (index % 28) * 28} ${16 + Math.floor(index / 28) * 29}h2v2h-2z`).join(""),
        t.faint,
      ) +
      joins
        .map(([from, to]) => {
          const [x, y] = [boxes[from][0] + 76, boxes[from][1] + 38];
          const [u, v] = [boxes[to][0], boxes[to][1] + 38];
          return line(
            `M${x} ${y}C${x + 34} ${y} ${u - 34} ${v} ${u} ${v}`,
            to === 3 || to === 5 ? t.soft : t.accent,
            3,
          );
        })
        .join("") +
      boxes
        .map(([x, y], index) => {
          const colour = t.strong[index % 5]!;
          return (
            card(t, x, y, 76, 76, index === 0 ? 38 : 14) +
            [
              line(`M${x + 42} ${y + 18}l-16 24h14l-4 18 16-24H${x + 38}z`, colour, 3.5),
              line(`M${x + 38} ${y + 56}V${y + 40}L${x + 24} ${y + 22}M${x + 38} ${y + 40}l14-18`, colour, 4.5),
              outline(x + 20, y + 25, 36, 27, { line: colour, width: 4 }, 4) +
                line(`M${x + 21} ${y + 28}l17 13 17-13`, colour, 4),
              outline(x + 22, y + 20, 32, 36, { line: colour, width: 4 }, 5) +
                line(`M${x + 30} ${y + 32}h16M${x + 30} ${y + 43}h10`, colour, 3.5),
              line(`M${x + 28} ${y + 26}l-10 12 10 12M${x + 48} ${y + 26}l10 12-10 12`, colour, 4.5),
              disc(x + 38, y + 38, 19, colour) + line(`M${x + 38} ${y + 27}v11l8 6`, t.raised, 3.5),
              line(`M${x + 22} ${y + 40}l12 12 22-26`, colour, 5.5),
            ][index] +
            bar(x + 10, y + 88, 56, t.soft) +
            disc(x + 72, y + 4, 9, index === 5 ? t.faint : t.strong[2]) +
            line(`M${x + 68} ${y + 4}l3 3 5-6`, t.raised, 2)
          );
        })
        .join("") +
      card(t, 24, 396, 172, 44, 22) +
      each(4, (index) => disc(50 + index * 40, 418, 11, index === 0 ? t.accent : t.edge)) +
      rect(640, 400, 132, 38, t.accent, 10) +
      area("M662 411l12 8-12 8z", t.onAccent) +
      bar(684, 415, 66, t.onAccent, 8)
    );
  },
};

export const make = { photo, filters, vector, design, layout, painting, comic, scene, workflow };
