import type { Fault } from "./fault.ts";

const tests = ["tests/e2e/page-sizes.test.ts"];

export const firstScreens: Fault[] = [
  {
    name: "logos below the screen load with the page",
    file: "web/features/sites/card/logo.tsx",
    find: '          loading="lazy"\n',
    put: "",
    tests,
  },
  {
    name: "the first scripts contain a polyfill that no browser needs",
    file: "web/vite.config.ts",
    find: "modulePreload: { polyfill: false }",
    put: "modulePreload: { polyfill: true }",
    tests,
  },
];
