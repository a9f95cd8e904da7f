import { expect, test } from "vitest";
import { nextIndex } from "#web/ui/tabs.tsx";

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 2, 0],
  ["ArrowLeft", 0, 2],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Tab", 0, undefined],
])("%s on tab %i leads to %s", (key, index, next) => {
  expect(nextIndex(key, index, 3)).toBe(next);
});
