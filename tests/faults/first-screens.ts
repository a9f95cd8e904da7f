import type { Fault } from "./fault.ts";

const tests = ["tests/e2e/page-sizes.test.ts"];
const places = ["tests/e2e/shell/first-screen.test.ts"];

export const firstScreens: Fault[] = [
  {
    name: "logos below the screen load with the page",
    file: "web/lazy-logos.ts",
    find: 'MARGIN = "100px"',
    put: 'MARGIN = "3000px"',
    tests: [...tests, ...places],
  },
  {
    name: "hidden screenshots load before the stylesheet hides them",
    file: "web/first-screen/frame.css",
    find: "  display: none;\n",
    put: "",
    tests: places,
  },
  {
    name: "the first screen of the home page misses styles of what it shows",
    file: "web/build/first-screen.ts",
    find: "|touch-link|",
    put: "|tile|touch-link|",
    tests: places,
  },
  {
    name: "a token that depends on the width has one value on the first screen",
    file: "web/build/first-screen.ts",
    find: "?.length === 1",
    put: "!.length >= 1",
    tests: places,
  },
  {
    name: "what waits for the stylesheet is shown without its styles",
    file: "web/first-screen/frame.css",
    find: "    visibility: hidden;\n",
    put: "",
    tests: places,
  },
  {
    name: "a page without its stylesheet stays empty",
    file: "web/first-screen/frame.css",
    find: "1ms 4s backwards",
    put: "1ms 4s both",
    tests: places,
  },
  {
    name: "what waits for the stylesheet widens the page",
    file: "web/first-screen/frame.css",
    find: "    overflow: clip;\n",
    put: "",
    tests: places,
  },
  {
    name: "every document has the styles of the home page",
    file: "worker/pages/render.tsx",
    find: '=== homePath ? "home" : "other"',
    put: '=== homePath ? "home" : "home"',
    tests: places,
  },
  {
    name: "the first scripts contain a polyfill that no browser needs",
    file: "web/vite.config.ts",
    find: "modulePreload: { polyfill: false }",
    put: "modulePreload: { polyfill: true }",
    tests,
  },
];
