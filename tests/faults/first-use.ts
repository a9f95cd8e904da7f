import type { Fault } from "./fault.ts";

const start = { file: "web/start.ts", tests: ["tests/e2e/shell/first-use.test.ts"] };

export const firstUse: Fault[] = [
  {
    ...start,
    name: "a public page loads the app before it is used",
    find: "if (document.querySelector(NEEDS_APP) || ",
    put: "if (document.body || ",
  },
  {
    ...start,
    name: "a page that was used before its first script arrived does not load the app",
    find: "navigator.userActivation?.hasBeenActive",
    put: "document.body === null",
    tests: ["tests/e2e/sites/filters.test.ts"],
  },
  {
    ...start,
    name: "what is pressed before hydration is lost",
    find: "  kept.set(control, { at: [...document.querySelectorAll(KEPT)].indexOf(control), press });\n",
    put: "",
  },
  {
    ...start,
    name: "what is pressed before hydration also reaches the page then",
    find: "  event.preventDefault();\n  event.stopImmediatePropagation();\n",
    put: "",
  },
  {
    ...start,
    name: "a letter in a field opens the search",
    find: "altKey || (isText && !ctrlKey && !metaKey)",
    put: "altKey",
  },
  {
    ...start,
    name: "a link whose dialog does not load is not followed",
    find: "control instanceof HTMLAnchorElement && location.assign(control.href)",
    put: "control.focus()",
  },
  {
    ...start,
    name: "the page of a signed-in person shows no account before it is used",
    find: "/csrftoken=/.test(document.cookie) || ",
    put: "",
  },
  {
    ...start,
    name: "a press on a page that was translated is lost",
    find: "control.isConnected ? control : document.querySelectorAll<HTMLElement>(KEPT)[at]",
    put: "control.isConnected || at < 0 ? control : undefined",
  },
  {
    ...start,
    name: "after a reload, Back shows another page than its address",
    find: "location.pathname + location.search !== shown",
    put: "location.origin !== origin",
    tests: ["tests/e2e/shell/back.test.ts"],
  },
  {
    file: "web/kept-pages.ts",
    tests: ["tests/e2e/shell/back.test.ts"],
    name: "two entries of the history share a kept page",
    find: "`${key} ${pathname}${search}`",
    put: "pathname === search ? search : key",
  },
  {
    file: "web/ui/combobox.tsx",
    tests: start.tests,
    name: "text that was typed before hydration gets no suggestions",
    find: "    if (isTyping(input.current!)) suggestForTyped();\n",
    put: "",
  },
];
