// @module-tag long
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { expect, onTestFinished, test, vi } from "vitest";
import { unpackChromium } from "../support/unpack-chromium.ts";

test("two first calls at the same time unpack one Chromium, and it runs", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "chromium-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());

  const cache = path.join(folder, "cache");
  const [first, second] = await Promise.all([unpackChromium(cache), unpackChromium(cache)]);
  expect(second).toBe(first);
  expect(await readdir(cache)).toHaveLength(1);
  const browser = await chromium.launch({ executablePath: first, args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  expect(browser.version()).toMatch(/^\d+\./);
});
