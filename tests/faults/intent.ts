import type { Fault } from "./fault.ts";

const prefetch = { file: "web/prefetch.ts", tests: ["tests/e2e/shell/intent.test.ts"] };
const kept = { file: "web/kept-pages.ts", tests: ["tests/e2e/shell/back.test.ts"] };

export const intent: Fault[] = [
  {
    ...prefetch,
    name: "pages are prefetched although the browser saves data",
    find: "if (link.href === last || savesData()) return;",
    put: "if (link.href === last) return;",
  },
  {
    ...prefetch,
    name: "a finger that scrolls prefetches the page below it",
    find: 'document.addEventListener("pointercancel", forget, { passive: true });',
    put: "",
  },
  {
    name: "a page that is prefetched and opened at the same time is requested twice",
    file: "web/page-data.ts",
    tests: ["tests/web/page-data.test.ts"],
    find: "running.set(path, request);",
    put: "",
  },
  {
    ...kept,
    name: "the way back waits for the network",
    find: "pages.get(idOf(key, window.location))",
    put: "undefined",
  },
  {
    name: "the first page of a document is not kept",
    file: "web/entry.tsx",
    tests: kept.tests,
    find: "  keepPage(router.state);\n",
    put: "",
  },
];
