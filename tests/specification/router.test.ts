import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { RESERVED_SLUGS } from "#schema/pages/paths.ts";
import { createRoutes } from "#web/routes.tsx";
import { createLocalApp } from "#worker/dev/app.ts";
import type { Ports } from "#worker/ports.ts";
import { calls } from "./calls.ts";
import type { Row } from "./row.ts";
import { screens } from "./screens.ts";

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);

const screenPaths = pathsOf(createRoutes(() => Promise.reject(new Error("Not read"))));
const served = createLocalApp(() => ({}) as Ports).routes.filter(({ method }) => method !== "ALL");
const servedCalls = served
  .filter(({ path }) => path.startsWith("/api/"))
  .map(({ method, path }) => ({ method, path: path.slice("/api".length) }));

/** Parameters have other names in the specification, and a slash at the end makes no difference. */
const withoutNames = (address: string) => address.replaceAll(/\{\w+\}|:\w+/g, "{}").replace(/(?<=\w|\})\/$/, "");

const namesOf = (rows: Row[], name: RegExp) => new Set(rows.map(([row]) => withoutNames(name.exec(row)![0])));

test("the table of screens contains exactly the screens of the router", () => {
  const paths = screenPaths.map((path) => withoutNames(path === "*" ? "/*" : path));
  expect(namesOf(screens, /^[^ :]+/)).toEqual(new Set(paths));
});

test("the table of calls contains exactly the endpoints of the router", () => {
  const addresses = servedCalls.map(({ method, path }) => withoutNames(`${method} ${path}`));
  expect(namesOf(calls, /^[A-Z]+ [^ :]+/)).toEqual(new Set(addresses));
});

test("no site can have a slug that is the first path segment of a screen, an endpoint or a file", () => {
  const firsts = [...screenPaths, ...[...served, ...servedCalls].map(({ path }) => path)].flatMap(
    // A slug has no dots, so a first segment with a dot cannot be one.
    (path) => /^\/([\w-]+)/.exec(path)?.[1] ?? [],
  );
  expect(firsts.filter((first) => !RESERVED_SLUGS.has(first))).toEqual([]);
  expect(firsts).toContain("robots");
});
