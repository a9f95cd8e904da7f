import { expect, test } from "vitest";
import { assets, request } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

/** Static assets that answer 500 so many times. */
function failing(times: number): { ASSETS: Fetcher; asked: () => number } {
  let count = 0;
  const fetch = async (url: URL) => {
    count += 1;
    return count <= times ? new Response("Busy", { status: 500 }) : assets.fetch(url);
  };
  return { ASSETS: { fetch } as unknown as Fetcher, asked: () => count };
}

test("a page is served if its shell fails once", async () => {
  const { ASSETS, asked } = failing(1);
  const response = await request("/about", {}, { env: { ASSETS } });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("<h1");
  expect(asked()).toBe(2);
});

test("a page whose shell fails twice is an error that the edge does not keep", async () => {
  const { ASSETS, asked } = failing(2);
  const response = await request("/about", {}, { env: { ASSETS } });
  expect(response.status).toBe(500);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  expect(asked()).toBe(2);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});
