import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkSite } from "#worker/commands/deploy/checks.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: async () => undefined }));

/** A site that answers each call to `/api/health/` with the next of these, and the last of them from then on. */
async function serve(...healths: object[]) {
  const visits: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    visits.push(url);
    if (url === "/") return response.end("<html>");
    const health = healths.length > 1 ? healths.shift() : healths[0];
    return response.end(JSON.stringify(health));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = () => checkSite(origin, { version: "new", isNew: false });
  return { check, visits };
}

test("the checks wait until the edge serves the new version", async () => {
  const { check, visits } = await serve({ status: "ok", version: "old" }, { status: "ok", version: "new" });
  expect(await check()).toEqual({ problems: [] });
  expect(visits).toEqual(["/api/health/", "/api/health/", "/"]);
});

test("a part that fails once is asked again, and a part that goes on failing is named", async () => {
  const failing = { status: "failing", version: "new", problems: { r2: "does not answer" } };
  const once = await serve(failing, { status: "ok", version: "new" });
  expect(await once.check()).toEqual({ problems: [] });
  const always = await serve(failing);
  expect(await always.check()).toEqual({ problems: ["/api/health/ says: r2 does not answer."] });
});
