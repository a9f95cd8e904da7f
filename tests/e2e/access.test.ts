import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { visit } from "./support/visit.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PATHS = [
  "/",
  "/?q=zzzz",
  "/mattermost",
  "/blender",
  "/alternatives/slack",
  "/categories/communication",
  "/nothing-here",
];

test.each(PATHS)(
  "axe finds nothing on %s, light and dark, narrow and wide, and nothing runs off sideways",
  async (path) => {
    // Colours that fade from one scheme to the other would be measured half-way.
    const page = await visit(path, { reducedMotion: "reduce" });
    // Through the protocol: the Content-Security-Policy rightly refuses a script put into the page.
    await page.evaluate(axe);
    for (const [width, colorScheme] of [
      [1280, "light"],
      [390, "dark"],
      [320, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() =>
        (
          globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          }
        ).axe.run(),
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, `${width} px`).toBeLessThanOrEqual(0);
    }
  },
);
