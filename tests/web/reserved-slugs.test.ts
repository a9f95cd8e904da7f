import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { RESERVED_SLUGS } from "#schema/pages/paths.ts";
import { createRoutes } from "#web/routes.tsx";
import { createLocalApp } from "#worker/dev/app.ts";
import type { Ports } from "#worker/ports.ts";

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);

test("no site can have a slug that is the first path segment of a screen, an endpoint or a file", () => {
  const screens = pathsOf(createRoutes(() => Promise.reject(new Error("Not read"))));
  const served = createLocalApp(() => ({}) as Ports).routes.flatMap(({ method, path }) =>
    method === "ALL" ? [] : [path, path.replace(/^\/api/, "")],
  );
  // A slug has no dots, so a first segment with a dot cannot be one.
  const firsts = [...screens, ...served].flatMap((path) => /^\/([\w-]+)/.exec(path)?.[1] ?? []);
  expect(firsts.filter((first) => !RESERVED_SLUGS.has(first))).toEqual([]);
  expect(firsts).toContain("robots");
});
