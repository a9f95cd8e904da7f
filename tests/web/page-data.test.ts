import { expect, test, vi } from "vitest";
import { pageData } from "#web/page-data.ts";

test("a page that is opened while it is prefetched waits for the same response", async () => {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.spyOn(globalThis, "fetch").mockReturnValueOnce(answer.promise);
  const load = () => pageData.site("a-site", new URLSearchParams());
  const both = Promise.all([load(), load()]);
  answer.resolve(Response.json({ name: "A site" }));
  expect(await both).toEqual([{ name: "A site" }, { name: "A site" }]);
  expect(fetched).toHaveBeenCalledOnce();

  fetched.mockResolvedValueOnce(Response.json({ name: "Its new name" }));
  expect(await load()).toEqual({ name: "Its new name" });
});

test("a prefetch that failed does not keep the page from opening", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("No network"));
  const load = () => pageData.site("a-site", new URLSearchParams());
  await expect(load()).rejects.toThrow("check your connection");
  fetched.mockResolvedValueOnce(Response.json({ name: "A site" }));
  expect(await load()).toEqual({ name: "A site" });
});
