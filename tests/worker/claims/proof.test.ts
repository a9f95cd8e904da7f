import { beforeEach, expect, test } from "vitest";
import { PROOF_METHODS } from "#schema/sites/proof.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { fakes, NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { runChecks } from "../support/checks.ts";
import { insertSite } from "../support/factories.ts";
import {
  act,
  check,
  ownership,
  pageWith,
  publish,
  publishFile,
  publishPage,
  redirect,
  siteRow,
  tokenFor,
} from "../support/ownership.ts";
import { ANNA, BERT, insertUser, lastMail, logIn, logInNew } from "../support/people.ts";

let anna: Browser;
let ownerId: number;
const listed = async (link = "https://maker.example/") => (await insertSite({ link, ownerId })).id;

beforeEach(async () => {
  ownerId = (await insertUser()).id;
  anna = await logIn();
});

test.each(PROOF_METHODS)("an owner proves a site by %s, and everybody sees it", async (method) => {
  const id = await listed();
  const { body } = await act(anna, id, "verification", { method });
  expect(body).toEqual({ token: await tokenFor(anna, id), instructions: expect.stringContaining("maker.example") });
  expect((await check(anna, id)).body).toMatchObject({
    verified: false,
    reason: expect.stringContaining("maker.example"),
  });
  publish(method, "maker.example", String(body["token"]));
  expect((await check(anna, id)).body).toEqual({ verified: true });
  const { slug } = await siteRow(id);
  const verified = { method, since: new Date(NOW).toISOString() };
  expect(await (await anna.get(`/api/${slug}/`)).json()).toMatchObject({ verified });
  fakes.now += DAY_MS;
  expect((await check(anna, id)).body).toEqual({ verified: true });
  expect(await ownership(anna, id)).toMatchObject({ is_own: true, verified });
});

test("another method takes the place of a proof that no longer holds, from that day", async () => {
  const id = await listed();
  const token = await tokenFor(anna, id);
  publish("file", "maker.example", token);
  await check(anna, id);
  fakes.internet.clear();
  publish("meta", "maker.example", token);
  fakes.now += DAY_MS;
  await check(anna, id);
  expect(await siteRow(id)).toMatchObject({ verifiedBy: "meta", verifiedSince: NOW + DAY_MS });
});

test("a file or page may be at the host with www, and over https only", async () => {
  const id = await listed("http://www.maker.example/");
  const token = await tokenFor(anna, id);
  redirect("https://www.maker.example/", "https://maker.example/en");
  publishPage("https://maker.example/en", pageWith(token));
  expect((await check(anna, id)).body).toEqual({ verified: true });
  expect(fakes.fetched.filter((url) => url.startsWith("http:"))).toEqual([]);
});

test("a page below an address is proven there, and a repository by a file in it", async () => {
  const page = await listed("https://shared.example/~anna/tool");
  expect((await act(anna, page, "verification", { method: "dns" })).status).toBe(400);
  publish("dns", "shared.example", await tokenFor(anna, page));
  publish("file", "shared.example", await tokenFor(anna, page));
  expect((await check(anna, page)).body["verified"]).toBe(false);
  publishPage("https://shared.example/~anna/tool", pageWith(await tokenFor(anna, page)));
  expect((await check(anna, page)).body["verified"]).toBe(true);

  const repository = await listed("https://github.com/anna/tool");
  expect((await ownership(anna, repository)).proofs.map(({ method }) => method)).toEqual(["file"]);
  const { body } = await act(anna, repository, "verification", { method: "file" });
  const file = "https://raw.githubusercontent.com/anna/tool/HEAD/.well-known/directory-verification.txt";
  expect(body["instructions"]).toContain(file);
  publishFile(file, String(body["token"]));
  expect((await check(anna, repository)).body["verified"]).toBe(true);
});

test("a proof of another person marks nothing", async () => {
  const id = await listed();
  const bert = await logInNew({ email: BERT });
  publish("file", "maker.example", await tokenFor(bert, id));
  expect((await check(bert, id)).body).toEqual({ verified: true });
  expect((await siteRow(id)).verifiedBy).toBeNull();
});

test("the eleventh check of an hour is refused, with the time to wait", async () => {
  const id = await listed();
  for (let count = 0; count < 10; count++) await check(anna, id);
  const response = await anna.post(`/api/sites/${id}/verification/check/`);
  expect([response.status, Number(response.headers.get("Retry-After")) > 0]).toEqual([429, true]);
});

test("the mark goes after two failed monthly checks in a row, with one mail, and an outage is no failure", async () => {
  const id = await listed();
  publish("file", "maker.example", await tokenFor(anna, id));
  publishPage("https://maker.example/", "<title>Maker</title>");
  await check(anna, id);
  const published = [...fakes.internet];
  const file = "https://maker.example/.well-known/directory-verification.txt";
  const nextMonth = async () => {
    fakes.now += 32 * DAY_MS;
    await runChecks();
    return siteRow(id);
  };
  fakes.internet.delete(file);
  expect(await nextMonth()).toMatchObject({ verifiedBy: "file", proofFailures: 1 });
  fakes.internet.clear();
  expect(await nextMonth()).toMatchObject({ aliveState: "unreachable", verifiedBy: "file", proofFailures: 1 });
  for (const [url, answer] of published) fakes.internet.set(url, answer);
  expect(await nextMonth()).toMatchObject({ aliveState: "alive", verifiedBy: "file", proofFailures: 0 });
  fakes.internet.delete(file);
  await nextMonth();
  expect(fakes.mails).toEqual([]);
  expect(await nextMonth()).toMatchObject({ verifiedBy: null, verifiedSince: null, proofFailures: 0 });
  expect(lastMail(ANNA)?.subject).toMatch(/^Your listing is no longer verified/);
  await nextMonth();
  expect(fakes.mails).toHaveLength(1);
});
