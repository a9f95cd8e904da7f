import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkSite } from "#worker/commands/deploy/checks.ts";

test("the checks wait until the edge serves the new version, and a site with payments refuses a forged event", async () => {
  const visits: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    visits.push(url);
    const version = visits.length === 1 ? "the one before" : "the new one";
    if (url === "/api/health/") return response.end(JSON.stringify({ status: "ok", version }));
    if (url === "/api/saas/") return response.end('{"results":[]}');
    if (url === "/") return response.end("<html>");
    return response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = (hasPayments: boolean) =>
    checkSite(origin, { version: "the new one", isNewAddress: false, hasPayments });
  expect(await check(true)).toEqual([]);
  expect(visits).toEqual(["/api/health/", "/api/health/", "/", "/api/saas/", "/api/stripe/webhook/"]);
  expect(await check(false)).toEqual([
    `${origin}/api/stripe/webhook/ answered 400 to a forged event, but it should answer 503.`,
  ]);
});
