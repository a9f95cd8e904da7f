import { expect, test } from "vitest";
import { NEWER_INTERFACES, NEWER_MEMBERS, NEWER_NAMES } from "../browsers/newer.ts";

const newer = new Set([...NEWER_INTERFACES, ...NEWER_MEMBERS.map(({ of, name }) => `${of}.${name}`)]);

test.each([
  "URL.parse",
  "Set.union",
  "Promise.try",
  "Iterator.from",
  "Iterator.map",
  "Temporal",
  "URLPattern",
  "Document.startViewTransition",
  "Window.requestIdleCallback",
  "Element.moveBefore",
])("the oldest browsers do not know %s", (part) => expect(newer).toContain(part));

test.each([
  "URL.canParse",
  "Promise.withResolvers",
  "Map.groupBy",
  "Array.toSorted",
  "HTMLElement.showPopover",
  "HTMLFormElement.requestSubmit",
  "HTMLDialogElement",
])("the oldest browsers know %s", (part) => expect(newer).not.toContain(part));

test("a method is refused by its name only if the app does not use the name itself", () => {
  expect(NEWER_NAMES).toContain("moveBefore");
  for (const name of ["parse", "union", "format", "requestSubmit"]) expect(NEWER_NAMES).not.toContain(name);
});
