import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import type { PageData } from "#schema/pages.ts";
import { createRoutes } from "#web/routes.tsx";
import { createApp } from "#worker/app.ts";
import type { Ports } from "#worker/ports.ts";
import { calls } from "./calls.ts";
import type { Row } from "./row.ts";
import { screens } from "./screens.ts";

const namesOf = (rows: Row[], name: RegExp) => new Set(rows.map(([row]) => withoutNames(name.exec(row)![0])));

/** Parameters are called otherwise in the specification, and a slash at the end changes nothing. */
const withoutNames = (address: string) => address.replaceAll(/\{\w+\}|:\w+/g, "{}").replace(/(?<=\w|\})\/$/, "");

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);

test("the table of screens has every screen of the router, and no other", () => {
  const paths = pathsOf(createRoutes({} as PageData)).map((path) => withoutNames(path === "*" ? "/*" : path));
  expect(namesOf(screens, /^[^ :]+/)).toEqual(new Set(paths));
});

test("the table of calls has every call of the router, and no other", () => {
  const { routes } = createApp(() => ({}) as Ports);
  const registered = routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => withoutNames(`${method} ${path.slice("/api".length)}`));
  expect(namesOf(calls, /^[A-Z]+ [^ :]+/)).toEqual(new Set(registered));
});
