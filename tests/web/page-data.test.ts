import { createStaticHandler } from "react-router";
import { expect, test, vi } from "vitest";
import { pageCall, readPage } from "#web/page-data.ts";
import { createRoutes } from "#web/routes.tsx";

test("a page that is opened while it is prefetched waits for the same response", async () => {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.spyOn(globalThis, "fetch").mockReturnValueOnce(answer.promise);
  const load = () => readPage("site", { slug: "a-site" }, new URLSearchParams());
  const both = Promise.all([load(), load()]);
  answer.resolve(Response.json({ name: "A site" }));
  expect(await both).toEqual([{ name: "A site" }, { name: "A site" }]);
  expect(fetched).toHaveBeenCalledOnce();

  fetched.mockResolvedValueOnce(Response.json({ name: "Its new name" }));
  expect(await load()).toEqual({ name: "Its new name" });
});

test("a prefetch that failed does not keep the page from opening", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("No network"));
  const load = () => readPage("site", { slug: "a-site" }, new URLSearchParams());
  await expect(load()).rejects.toThrow("check your connection");
  fetched.mockResolvedValueOnce(Response.json({ name: "A site" }));
  expect(await load()).toEqual({ name: "A site" });
});

test.each([
  ["home", "/", "pages/"],
  ["home", "/?q=a+b&z=1&platform=linux&platform=web", "pages/?q=a+b&platform=linux&platform=web"],
  ["product", "/Alternatives/c++/?utm_source=mail", "pages/alternatives/c++"],
  ["product", "/alternatives/日本/open-source?page=2", "pages/alternatives/%E6%97%A5%E6%9C%AC/open-source?page=2"],
  ["compare", "/compare/element-vs-zulip?q=a", "pages/compare/element-vs-zulip"],
  ["site", "/mattermost/?popular=2", "pages/mattermost"],
])("the %s page at %s asks for %s: its path, and only its parameters", async (name, address, call) => {
  const calls: string[][] = [];
  const routes = createRoutes(async (...asked) => {
    calls.push([asked[0], pageCall(...asked)]);
    throw new Response(null, { status: 404 });
  });
  await createStaticHandler(routes).query(new Request(new URL(address, "https://directory.example")));
  expect(calls).toEqual([[name, call]]);
});
