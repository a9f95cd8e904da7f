// @module-tag long
import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";

test("an error response that leaves the body unread does not break the next request on its connection", async () => {
  const url = new URL("/api/login/", baseUrl());
  const statuses = new Set<number>();
  for (let request = 0; request < 60; request++) {
    const response = await fetch(url, { method: "POST", body: "x".repeat(20_000) });
    statuses.add(response.status);
    await response.text();
  }
  expect([...statuses]).toEqual([403]);
});
