import { button, card, field, INNER, landscape, person, pill, sidebar } from "../frame.ts";
import { bar, bars, disc, each, line, outline, point, rect, tick, times, word } from "../shapes.ts";
import type { Screen } from "./screen.ts";

const notes: Screen = {
  frame: "desktop",
  draw: (t, random) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 140, items: 9, chosen: 2, fill: t.page, marks: "box" }) +
    rect(141, 0, 190, INNER, t.panel) +
    line("M331 0v464", t.edge, 1.5) +
    each(6, (index) => {
      const y = 12 + index * 74;
      return (
        (index === 0 ? rect(149, y, 174, 66, t.tint, 8) : "") +
        bar(164, y + 14, 80 + random() * 50, t.ink, 8) +
        bars(164, y + 32, [140, 60 + random() * 60], t.soft, { gap: 14 })
      );
    }) +
    bar(364, 32, 240, t.ink, 16) +
    pill(t, 364, 62, 64, 1) +
    pill(t, 436, 62, 50, 3) +
    bars(364, 104, [390, 372, 384, 250], t.soft, { gap: 18, height: 7 }) +
    bar(364, 190, 150, t.ink, 11) +
    each(4, (index) => {
      const y = 218 + index * 28;
      return (
        outline(
          364,
          y,
          16,
          16,
          index < 2 ? { fill: t.accent, line: t.accent, width: 2 } : { line: t.soft, width: 2 },
          4,
        ) +
        (index < 2 ? tick(367.5, y + 3, 10, t.onAccent) : "") +
        bar(392, y + 4.5, [210, 160, 250, 190][index]!, index < 2 ? t.faint : t.soft)
      );
    }) +
    rect(364, 344, 404, 92, t.page, 8) +
    bars(384, 362, [180, 240, 130, 210], t.soft, { gap: 17 }),
};

/** Notes as points, joined by their links. */
const graph: Screen = {
  frame: "desktop",
  isDark: true,
  draw(t, random) {
    const nodes = times(46, (index) => {
      const ring = Math.sqrt((index + 0.6) / 46);
      const angle = index * 2.399 + random() * 0.5;
      return {
        x: 480 + Math.cos(angle) * 280 * ring,
        y: 232 + Math.sin(angle) * 200 * ring,
        size: index % 9 === 0 ? 12 : 4 + random() * 4,
      };
    });
    const links = nodes.flatMap((node, index) =>
      [Math.floor(index / 2.5), (index * 7 + 3) % 46]
        .slice(0, index % 3 === 0 ? 2 : 1)
        .map((other) => `M${point(node.x, node.y)}L${point(nodes[other]!.x, nodes[other]!.y)}`),
    );
    return (
      rect(0, 0, 800, INNER, t.page) +
      line(links.join(""), t.edge, 1.5) +
      each(46, (index) =>
        disc(
          nodes[index]!.x,
          nodes[index]!.y,
          nodes[index]!.size,
          index % 9 === 0 ? t.accent : t.strong[(index * 3) % 5]!,
        ),
      ) +
      sidebar(t, { width: 150, items: 12, chosen: 4, marks: "none" })
    );
  },
};

const wiki: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    sidebar(t, { width: 176, items: 11, chosen: 4, marks: "box" }) +
    landscape(t, 177, 0, 623, 92, 2) +
    rect(232, 66, 52, 52, t.raised, 12) +
    rect(238, 72, 40, 40, t.tints[3], 9) +
    line("M248 100v-16h20v16M248 92h20", t.strong[3], 3) +
    bar(232, 140, 260, t.ink, 18) +
    person(t, 242, 188, 10, 1) +
    person(t, 258, 188, 10, 3) +
    bar(278, 185, 100, t.faint, 6) +
    bars(232, 220, [380, 366, 376, 300], t.soft, { gap: 18, height: 7 }) +
    bar(232, 304, 140, t.ink, 12) +
    card(t, 232, 334, 184, 96) +
    card(t, 430, 334, 184, 96) +
    bars(250, 354, [90, 140, 120, 130], t.soft, { gap: 17 }) +
    bars(448, 354, [110, 130, 146, 80], t.soft, { gap: 17 }) +
    bars(668, 150, [60, 84, 70, 96, 54], t.faint, { gap: 20 }) +
    rect(656, 168, 3, 12, t.accent),
};

/** An article that is being written, with its settings. */
const article: Screen = {
  frame: "browser",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.raised) +
    landscape(t, 90, 34, 400, 150, 1) +
    word(90, 228, "Letters from the coast", 29, t.ink) +
    bar(90, 246, 250, t.soft, 9) +
    bars(90, 284, [396, 380, 400, 340], t.soft, { gap: 18, height: 7 }) +
    rect(90, 362, 4, 40, t.accent) +
    bars(110, 370, [330, 220], t.ink, { gap: 18, height: 8 }) +
    bars(90, 422, [390, 400, 250], t.soft, { gap: 18, height: 7 }) +
    rect(568, 0, 232, INNER, t.page) +
    line("M568 0v464", t.edge, 1.5) +
    word(590, 42, "Publish", 19, t.ink) +
    field(t, 590, 66, 188, 0.6) +
    field(t, 590, 128, 188, 0.4) +
    bar(590, 192, 60, t.soft, 6) +
    pill(t, 590, 206, 66, 1) +
    pill(t, 662, 206, 76, 3) +
    each(3, (index) => {
      const y = 250 + index * 36;
      return (
        bar(590, y + 6, [100, 76, 116][index]!, t.ink, 8) +
        rect(744, y, 34, 20, index === 1 ? t.faint : t.accent, 10) +
        disc(index === 1 ? 754 : 768, y + 10, 7, t.raised)
      );
    }) +
    rect(590, 370, 188, 34, t.tint, 8) +
    bar(604, 383.5, 130, t.accent) +
    button(t, 590, 414, 188, 34),
};

const newsletter: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    each(
      3,
      (index) =>
        card(t, 40 + index * 244, 28, 232, 92) +
        bar(58 + index * 244, 48, 70, t.soft) +
        word(58 + index * 244, 98, ["4,812", "61 %", "318"][index]!, 31, t.ink) +
        rect(206 + index * 244, 52, 46, 18, t.tints[2], 9) +
        bar(216 + index * 244, 58, 26, t.strong[2], 6),
    ) +
    card(t, 40, 136, 720, 316) +
    bar(62, 158, 130, t.ink, 10) +
    each(6, (index) => {
      const y = 186 + index * 44;
      return (
        line(`M62 ${y}h676`, t.edge, 1) +
        person(t, 78, y + 22, 14, index) +
        bar(104, y + 14, [110, 92, 124, 80, 100, 116][index]!, t.ink, 8) +
        bar(104, y + 28, 140, t.faint, 6) +
        pill(t, 360, y + 13, [56, 74, 56, 56, 74, 56][index]!, [2, 3, 2, 2, 3, 2][index]!) +
        bar(500, y + 19, 60, t.soft) +
        rect(610, y + 18, 128, 8, t.edge, 4) +
        rect(610, y + 18, [110, 84, 60, 122, 46, 92][index]!, 8, t.accent, 4)
      );
    }),
};

const search: Screen = {
  frame: "browser",
  draw: (t, random) =>
    rect(0, 0, 800, INNER, t.raised) +
    rect(0, 0, 800, 104, t.page) +
    rect(24, 24, 30, 30, t.accent, 9) +
    line("M33 45l12-12M36 33h9v9", t.onAccent, 3) +
    outline(84, 20, 460, 38, { fill: t.raised, line: t.accent, width: 2 }, 19) +
    word(108, 45, "quiet places to read", 17, t.ink) +
    disc(521, 38, 7, t.accent) +
    disc(521, 38, 4, t.raised) +
    line("M526 43l5 5", t.accent, 2.5) +
    each(5, (index) => bar(96 + index * 78, 78, 44, index === 0 ? t.accent : t.soft, 8)) +
    rect(88, 100, 60, 4, t.accent) +
    each(4, (index) => {
      const y = 126 + index * 84;
      return (
        rect(84, y, 16, 16, t.tints[index]!, 5) +
        bar(108, y + 5, 110 + random() * 50, t.faint, 6) +
        bar(84, y + 26, 210 + random() * 130, t.strong[0], 11) +
        bars(84, y + 47, [420, 280 + random() * 110], t.soft, { gap: 14 })
      );
    }) +
    card(t, 568, 126, 204, 250) +
    landscape(t, 582, 140, 176, 90, 3) +
    bar(582, 246, 110, t.ink, 11) +
    bars(582, 272, [170, 160, 174, 120], t.soft, { gap: 15 }) +
    pill(t, 582, 342, 70, 1) +
    pill(t, 660, 342, 60, 4),
};

const course: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    word(32, 48, "My courses", 25, t.ink) +
    each(6, (index) => {
      const x = 32 + (index % 3) * 188;
      const y = 70 + Math.floor(index / 3) * 192;
      const share = [0.8, 0.45, 0.2, 0.95, 0.6, 0.1][index]!;
      return (
        card(t, x, y, 174, 176) +
        rect(x + 1, y + 1, 172, 78, t.tints[index % 5]!, 9) +
        [
          disc(x + 60, y + 40, 24, t.strong[0]) + rect(x + 86, y + 18, 44, 44, t.strong[3], 4),
          line(`M${x + 30} ${y + 60}q28-60 56-20t56-24`, t.strong[1], 6),
          each(3, (part) => rect(x + 44 + part * 32, y + 24 + part * 8, 24, 40 - part * 8, t.strong[2], 4)),
          each(4, (part) => disc(x + 46 + part * 28, y + 40, 15 - part * 3, t.strong[3])),
          line(`M${x + 40} ${y + 60}l44-44 44 44zM${x + 84} ${y + 16}v44`, t.strong[4], 5),
          each(2, (part) => outline(x + 52 + part * 26, y + 20, 40, 40, { line: t.strong[0], width: 5 }, 20)),
        ][index] +
        bar(x + 16, y + 94, [110, 90, 124, 80, 104, 96][index]!, t.ink, 9) +
        bar(x + 16, y + 114, [80, 116, 70, 100, 90, 110][index]!, t.soft, 6) +
        rect(x + 16, y + 146, 142, 8, t.edge, 4) +
        rect(x + 16, y + 146, 142 * share, 8, t.accent, 4)
      );
    }) +
    card(t, 604, 24, 172, 422) +
    word(622, 54, "Due soon", 18, t.ink) +
    each(
      5,
      (index) =>
        rect(622, 76 + index * 72, 38, 42, t.tints[index]!, 8) +
        word(641, 103 + index * 72, `${[4, 6, 11, 12, 19][index]}`, 18, t.ink, "middle") +
        bars(670, 84 + index * 72, [84, 60], t.soft, { gap: 17 }),
    ),
};

const quiz: Screen = {
  frame: "app",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    card(t, 60, 28, 470, 408, 12) +
    bar(92, 58, 90, t.soft, 8) +
    bars(92, 86, [390, 260], t.ink, { gap: 20, height: 10 }) +
    each(4, (index) => {
      const y = 140 + index * 58;
      const isChosen = index === 2;
      return (
        outline(
          92,
          y,
          406,
          46,
          { fill: isChosen ? t.tint : t.raised, line: isChosen ? t.accent : t.faint, width: 2 },
          10,
        ) +
        outline(108, y + 14, 18, 18, { line: isChosen ? t.accent : t.soft, width: 2.5 }, 9) +
        (isChosen ? disc(117, y + 23, 5, t.accent) : "") +
        bar(142, y + 19, [180, 230, 200, 140][index]!, t.ink, 8)
      );
    }) +
    button(t, 398, 388, 100, 32) +
    card(t, 556, 28, 188, 408, 12) +
    word(576, 62, "Questions", 18, t.ink) +
    each(15, (index) => {
      const x = 576 + (index % 3) * 52;
      const y = 82 + Math.floor(index / 3) * 50;
      return (
        (index < 7 ? rect(x, y, 42, 40, t.tint, 8) : outline(x, y, 42, 40, { line: t.faint, width: 1.5 }, 8)) +
        (index === 7 ? outline(x, y, 42, 40, { line: t.accent, width: 3 }, 8) : "") +
        word(x + 21, y + 26, `${index + 1}`, 16, index < 8 ? t.accent : t.soft, "middle")
      );
    }) +
    rect(576, 352, 148, 10, t.edge, 5) +
    rect(576, 352, 70, 10, t.accent, 5) +
    bar(576, 378, 96, t.soft),
};

const flashcard: Screen = {
  frame: "desktop",
  draw: (t) =>
    rect(0, 0, 800, INNER, t.page) +
    rect(238, 62, 324, 240, t.tints[3], 16) +
    rect(222, 50, 356, 240, t.tints[1], 16) +
    card(t, 206, 36, 388, 244, 16) +
    word(400, 122, "la fenêtre", 44, t.ink, "middle") +
    line("M246 154h308", t.edge, 2) +
    outline(362, 176, 76, 78, { fill: t.tint, line: t.accent, width: 5 }, 4) +
    line("M400 178v74M364 214h72", t.accent, 5) +
    bar(300, 340, 200, t.faint, 8) +
    bar(300, 340, 124, t.accent, 8) +
    each(
      4,
      (index) =>
        rect(152 + index * 126, 376, 114, 52, t.tints[[1, 4, 2, 3][index]!]!, 10) +
        word(209 + index * 126, 408, ["Again", "Hard", "Good", "Easy"][index]!, 19, t.ink, "middle"),
    ),
};

export const write = { notes, graph, wiki, article, newsletter, search, course, quiz, flashcard };
