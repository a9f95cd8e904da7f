import { readFileSync } from "node:fs";
import path from "node:path";
import { framed, HEIGHT, WIDTH } from "./frame.ts";
import { logo } from "./logo.ts";
import { count } from "./screens/count.ts";
import { make } from "./screens/make.ts";
import type { Screen } from "./screens/screen.ts";
import { talk } from "./screens/talk.ts";
import { use } from "./screens/use.ts";
import { write } from "./screens/write.ts";
import { hashOf, randomOf } from "./shapes.ts";
import { hueOf, themeOf } from "./theme.ts";

/** What sites.jsonl says about the images of a listing. A screenshot's file is named `SLUG-SCREEN-1600x1000.webp`. */
export type DemoImages = {
  name: string;
  demoLogo?: string;
  demoScreenshots?: { file: string; alt: string; caption: string }[];
};

const SCREENS: Record<string, Screen> = { ...talk, ...write, ...make, ...count, ...use };

const screenshot = (name: string, kind: string, place: number): string => {
  const screen = SCREENS[kind];
  if (!screen) throw new Error(`There is no screen “${kind}”.`);
  const { frame, isDark = hashOf(name + kind) % 5 === 0 } = screen;
  const theme = themeOf(hueOf(place), isDark);
  const content = screen.draw(theme, randomOf(name + kind));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Instrument Sans">${frame ? framed(frame, theme, content) : content}</svg>`;
};

export const demoListings = (): DemoImages[] =>
  readFileSync(path.join(import.meta.dirname, "../sites.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as DemoImages);

/**
 * The images of the demo listings as SVG, by the name of the widest file. All are drawn for this project: logos are plain
 * shapes, and screenshots are invented windows that fit the kind of software. None shows a real mark or interface.
 */
export const drawings = (): Record<string, string> =>
  Object.fromEntries(
    demoListings().flatMap(({ name, demoLogo, demoScreenshots = [] }, place) => [
      ...(demoLogo ? [[demoLogo, logo(place)]] : []),
      ...demoScreenshots.map(({ file }) => [
        file,
        screenshot(name, /-([a-z]+)-\d+x\d+\.webp$/.exec(file)?.[1] ?? "", place),
      ]),
    ]),
  ) as Record<string, string>;
