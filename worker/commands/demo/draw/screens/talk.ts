import { button, card, INNER, person, pill, sidebar } from "../frame.ts";
import { area, bar, bars, disc, each, line, outline, rect, tick, word } from "../shapes.ts";
import type { Screen } from "./screen.ts";

const chat: Screen = {
  frame: "app",
  draw(t, random) {
    const bubble = (y: number, widths: number[], isOwn: boolean, index: number) => {
      const width = Math.max(...widths) + 32;
      const height = widths.length * 16 + 18;
      const x = isOwn ? 764 - width : 268;
      return (
        (isOwn ? "" : person(t, 240, y + 16, 16, index)) +
        rect(x, y, width, height, isOwn ? t.accent : t.raised, 12) +
        bars(x + 16, y + 14, widths, isOwn ? t.onAccent : t.soft, { gap: 16, height: 7 })
      );
    };
    return (
      rect(0, 0, 800, INNER, t.page) +
      rect(0, 0, 200, INNER, t.panel) +
      rect(12, 14, 176, 26, t.edge, 13) +
      each(7, (index) => {
        const y = 54 + index * 56;
        return (
          (index === 1 ? rect(6, y, 188, 52, t.tint, 8) : "") +
          person(t, 34, y + 26, 17, index) +
          bar(62, y + 14, 50 + random() * 40, t.ink, 8) +
          bar(62, y + 31, 80 + random() * 40, t.soft, 6) +
          (index % 3 === 0 ? disc(182, y + 34, 6, t.accent) : "")
        );
      }) +
      bubble(24, [210, 150], false, 1) +
      bubble(90, [260], true, 0) +
      bubble(140, [180], false, 3) +
      rect(268, 190, 210, 90, t.tints[2], 12) +
      area("M268 268l56-44 40 30 44-40 70 56v2q0 8-8 8H280q-12 0-12-12z", t.strong[2]) +
      disc(310, 216, 11, t.strong[4]) +
      person(t, 240, 206, 16, 3) +
      bubble(296, [230, 286, 120], true, 0) +
      disc(284, 388, 4, t.soft) +
      disc(298, 388, 4, t.soft) +
      disc(312, 388, 4, t.soft) +
      person(t, 240, 388, 16, 1) +
      outline(224, 414, 540, 36, { fill: t.raised, line: t.edge, width: 1.5 }, 18) +
      bar(246, 428.5, 130, t.faint) +
      disc(746, 432, 13, t.accent) +
      line("M741 432h10M747 427.500l4.500 4.500-4.500 4.500", t.onAccent, 2)
    );
  },
};

/** Channels, messages without bubbles, and an open thread. */
const channels: Screen = {
  frame: "app",
  draw(t, random) {
    const message = (x: number, y: number, widths: number[], index: number) =>
      person(t, x + 16, y + 16, 16, index) +
      bar(x + 44, y + 3, 60 + random() * 30, t.ink, 8) +
      bar(x + 146, y + 4, 30, t.faint, 6) +
      bars(x + 44, y + 20, widths, t.soft, { gap: 15, height: 7 });
    return (
      rect(0, 0, 800, INNER, t.raised) +
      sidebar(t, { width: 150, items: 12, chosen: 3, marks: "none" }) +
      line("M550 0v464", t.edge, 1.5) +
      rect(551, 0, 249, INNER, t.page) +
      message(172, 22, [300, 220], 0) +
      message(172, 94, [310, 280, 140], 2) +
      pill(t, 216, 164, 62, 1) +
      pill(t, 286, 164, 50, 3) +
      message(172, 204, [180], 3) +
      outline(216, 250, 260, 66, { fill: t.page, line: t.edge, width: 1.5 }, 8) +
      rect(216, 250, 5, 66, t.accent, 2) +
      bars(234, 264, [120, 210, 170], t.soft, { gap: 16 }) +
      message(172, 334, [310, 200], 4) +
      outline(172, 410, 356, 38, { line: t.faint, width: 1.5 }, 8) +
      bar(188, 425.5, 110, t.faint) +
      word(570, 32, "Thread", 17, t.ink) +
      message(564, 58, [160, 120], 1) +
      message(564, 126, [170], 0) +
      message(564, 176, [150, 170, 90], 4) +
      message(564, 256, [120], 2) +
      outline(566, 410, 216, 38, { fill: t.raised, line: t.faint, width: 1.5 }, 8)
    );
  },
};

const meeting: Screen = {
  isDark: true,
  draw: (t) =>
    rect(0, 0, 800, 500, t.page) +
    each(6, (index) => {
      const x = 22 + (index % 3) * 254;
      const y = 22 + Math.floor(index / 3) * 200;
      return (
        rect(x, y, 246, 190, index === 1 ? t.tint : t.raised, 14) +
        (index === 1 ? outline(x + 2, y + 2, 242, 186, { line: t.accent, width: 4 }, 13) : "") +
        person(t, x + 123, y + 90, 46, index === 0 ? 2 : index) +
        rect(x + 12, y + 160, 76, 20, t.page, 10) +
        bar(x + 22, y + 167, 56, t.ink, 6)
      );
    }) +
    each(5, (index) => {
      const x = 268 + index * 66;
      return index === 4
        ? rect(x - 26, 436, 60, 44, t.strong[4], 22) + line(`M${x - 10} 458q14-10 28 0`, t.page, 5)
        : disc(x, 458, 22, index === 2 ? t.accent : t.edge) +
            [
              outline(x - 5, 446, 10, 16, { line: t.ink, width: 2.5 }, 5) + line(`M${x} 466v4`, t.ink, 2.5),
              outline(x - 10, 451, 14, 14, { line: t.ink, width: 2.5 }, 3) + line(`M${x + 5} 458l6-4v8z`, t.ink, 2.5),
              outline(x - 10, 450, 20, 14, { line: t.onAccent, width: 2.5 }, 2) +
                line(`M${x - 5} 469h10`, t.onAccent, 2.5),
              outline(x - 10, 450, 20, 13, { line: t.ink, width: 2.5 }, 4) + line(`M${x - 4} 464l-2 5`, t.ink, 2.5),
            ][index];
    }),
};

const mail: Screen = {
  frame: "browser",
  draw: (t, random) =>
    rect(0, 0, 800, INNER, t.raised) +
    rect(0, 0, 140, INNER, t.tint) +
    button(t, 16, 16, 108, 32) +
    each(
      7,
      (index) =>
        outline(18, 70 + index * 30, 13, 10, { line: index === 0 ? t.accent : t.soft, width: 2 }, 2) +
        bar(42, 71.5 + index * 30, [50, 38, 62, 44, 56, 34, 48][index]!, index === 0 ? t.accent : t.soft),
    ) +
    line("M400 0v464", t.edge, 1.5) +
    each(7, (index) => {
      const y = index * 66;
      return (
        (index === 1 ? rect(140, y, 260, 66, t.page) + rect(140, y, 4, 66, t.accent) : "") +
        line(`M140 ${y + 66}h260`, t.edge, 1) +
        person(t, 172, y + 33, 15, index + 1) +
        bar(198, y + 16, 60 + random() * 50, index < 3 ? t.ink : t.soft, 8) +
        bar(198, y + 32, 110 + random() * 70, t.soft, 6) +
        bar(198, y + 46, 80 + random() * 80, t.faint, 6) +
        bar(364, y + 17, 22, t.faint, 6)
      );
    }) +
    bar(428, 30, 230, t.ink, 13) +
    person(t, 444, 84, 17, 2) +
    bar(472, 74, 90, t.ink, 8) +
    bar(472, 89, 130, t.faint, 6) +
    rect(690, 74, 82, 22, t.tint, 11) +
    outline(702, 83, 10, 8, { line: t.accent, width: 2 }, 2) +
    line("M704 83v-2a3 3 0 0 1 6 0v2", t.accent, 2) +
    bar(720, 82, 40, t.accent, 6) +
    bars(428, 128, [330, 344, 310, 180], t.soft, { gap: 17, height: 7 }) +
    bars(428, 214, [340, 320, 344, 250, 330, 120], t.soft, { gap: 17, height: 7 }) +
    card(t, 428, 336, 156, 48, 8) +
    rect(440, 347, 22, 26, t.tints[3], 3) +
    bar(474, 350, 80, t.ink) +
    bar(474, 364, 40, t.faint, 6) +
    button(t, 428, 412, 90, 30) +
    outline(530, 412, 90, 30, { line: t.faint, width: 1.5 }, 6) +
    bar(550, 423.5, 50, t.soft),
};

/** Steps of a signature: a contract with fields, and who has signed. */
const signing: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(120, 24, 340, 460, t.raised) +
    bar(160, 62, 170, t.ink, 12) +
    bars(160, 94, [260, 244, 256, 150], t.faint, { gap: 15 }) +
    bars(160, 168, [250, 262, 230, 258, 96], t.faint, { gap: 15 }) +
    outline(156, 262, 128, 52, { fill: t.tints[3], line: t.strong[3], width: 2, dash: "5 4" }, 6) +
    line("M172 294c8-22 18-24 14-4s10-18 18-14-8 20 4 14 8-18 18-16 0 18 10 12 14-8 26-10", t.strong[3], 3) +
    outline(304, 262, 120, 52, { fill: t.tints[0], line: t.accent, width: 2, dash: "5 4" }, 6) +
    word(364, 294, "Sign here", 17, t.accent, "middle") +
    bars(160, 340, [260, 210, 248, 180], t.faint, { gap: 15 }) +
    rect(24, 24, 72, 92, t.raised) +
    outline(23, 23, 74, 94, { line: t.accent, width: 2.5 }, 2) +
    bars(34, 40, [44, 52, 40, 50], t.faint, { gap: 12, height: 5 }) +
    rect(24, 134, 72, 92, t.raised) +
    bars(34, 150, [52, 36, 48], t.faint, { gap: 12, height: 5 }) +
    rect(500, 0, 300, INNER, t.raised) +
    line("M500 0v464", t.edge, 1.5) +
    word(526, 46, "Signers", 20, t.ink) +
    each(3, (index) => {
      const y = 68 + index * 70;
      return (
        card(t, 524, y, 252, 56) +
        person(t, 552, y + 28, 16, index + 1) +
        bar(580, y + 17, [86, 100, 74][index]!, t.ink, 8) +
        bar(580, y + 33, 110, t.faint, 6) +
        (index === 0
          ? disc(750, y + 28, 11, t.strong[2]) + tick(744.5, y + 22, 11, t.raised, 2.5)
          : outline(739, y + 17, 22, 22, { line: t.faint, width: 2, dash: "4 4" }, 11))
      );
    }) +
    word(526, 306, "Progress", 17, t.ink) +
    line("M532 328v64", t.faint, 2) +
    each(
      3,
      (index) =>
        disc(532, 328 + index * 32, 6, index === 0 ? t.strong[2] : t.faint) +
        bar(552, 324.5 + index * 32, [150, 120, 90][index]!, t.soft),
    ) +
    button(t, 524, 424, 252, 28),
};

export const talk = { chat, channels, meeting, mail, signing };
