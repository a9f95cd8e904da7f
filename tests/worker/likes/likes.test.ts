import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { fakes, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  logIn,
  errorResponse,
  raiseRateCounts,
  logInNew,
} from "../support/people.ts";

let anna: Browser;
beforeEach(async () => void (anna = await logInNew()));

const like = async (id: unknown, browser = anna) => readResponse(await browser.post(`/api/sites/${id}/like/`));
const unlike = async (id: unknown, browser = anna) => readResponse(await browser.post(`/api/sites/${id}/unlike/`));
const liked = (likeCount: number, isLiked: boolean) => ({
  status: 200,
  body: { like_count: likeCount, is_liked_by_user: isLiked },
});

test("a like counts once, and can be removed", async () => {
  const { id } = await insertSite({ name: "Penpot" });
  expect(await like(id)).toEqual(liked(1, true));
  expect(await like(id)).toEqual(errorResponse(400, "You have already liked this site."));
  expect(await (await request("/api/penpot/")).json()).toMatchObject({ like_count: 1, interactions: { likes: 1 } });
  expect(await unlike(id)).toEqual(liked(0, false));
  expect(await unlike(id), "without a like").toEqual(liked(0, false));
  expect(await like(id)).toEqual(liked(1, true));
});

test("removing a like keeps other users' likes, and the user's other likes", async () => {
  const bert = await logInNew({ email: BERT });
  const [penpot, zulip] = [await insertSite({ name: "Penpot" }), await insertSite({ name: "Zulip" })];
  for (const browser of [anna, bert]) {
    await like(penpot.id, browser);
    await like(zulip.id, browser);
  }
  expect(await unlike(penpot.id)).toEqual(liked(1, false));
  expect((await readResponse(await anna.get(`/api/likes/?ids=${penpot.id},${zulip.id}`))).body.liked).toEqual([
    zulip.id,
  ]);
  expect((await readResponse(await bert.get(`/api/likes/?ids=${penpot.id},${zulip.id}`))).body.liked).toEqual([
    penpot.id,
    zulip.id,
  ]);
});

test("of twenty concurrent likes by two users, one per user counts", async () => {
  const bert = await logInNew({ email: BERT });
  const { id } = await insertSite();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => like(id, at % 2 ? anna : bert)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(18);
  const mixed = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? like(id, anna) : unlike(id, anna))));
  expect(mixed.every(({ status }) => status === 200 || status === 400)).toBe(true);
  const row = await env.DB.prepare("SELECT like_count, (SELECT count(*) FROM likes) AS likes FROM sites").first();
  expect(row!["like_count"]).toBe(row!["likes"]);
  expect([1, 2]).toContain(row!["likes"]);
});

test("an unknown site, and another user's pending site, cannot be liked", async () => {
  const pending = await insertSite({ review: "pending" });
  const own = await insertSite({ review: "pending", ownerId: 1 });
  const missing = errorResponse(404, "Site not found");
  for (const id of [pending.id, 999, "abc", "0", "-1", "1e3", "99999999999999999999"]) {
    expect([await like(id), await unlike(id)], String(id)).toEqual([missing, missing]);
  }
  expect(await like(own.id)).toEqual(liked(1, true));
  await env.DB.prepare("UPDATE users SET is_staff = 1 WHERE email = ?").bind(ANNA).run();
  expect(await like(pending.id)).toEqual(liked(1, true));
});

test("a page can ask which of its sites the user likes and owns", async () => {
  const { id: bert } = await insertUser({ email: BERT });
  const [own, others, nobodys] = [
    await insertSite({ ownerId: 1 }),
    await insertSite({ ownerId: bert }),
    await insertSite(),
  ];
  await like(own.id);
  await like(nobodys.id);
  await like(others.id, await logIn(BERT));
  const response = await anna.get(`/api/likes/?ids=${nobodys.id},${others.id},${own.id},${own.id},999`);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const { body } = await readResponse(response);
  expect((body["liked"] as number[]).toSorted((a, b) => a - b)).toEqual([own.id, nobodys.id]);
  expect(body["own"]).toEqual([own.id]);
});

test("a page can ask for one to a hundred sites", async () => {
  const message = "Name 1 to 100 sites by their ids.";
  const refused = errorResponse(400, message, { ids: message });
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1).join(",");
  for (const query of ["", "?ids=", "?ids=a", "?ids=1,,2", "?ids=1.5", "?ids=-1", "?ids=0", `?ids=${hundred},101`])
    expect(await readResponse(await anna.get(`/api/likes/${query}`)), query).toEqual(refused);
  const { status, body } = await readResponse(await anna.get(`/api/likes?ids=${hundred}`));
  expect([status, body]).toEqual([200, { liked: [], own: [] }]);
});

test("120 likes and unlikes pass in an hour, even if more are sent at once", async () => {
  const { id } = await insertSite();
  await like(id);
  await raiseRateCounts(117);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => (at % 2 ? like(id) : unlike(id))));
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toEqual(
    Array.from({ length: 2 }, () => errorResponse(429, SITE_MESSAGES.tooManyLikes)),
  );
  const refused = await anna.post(`/api/sites/${id}/like/`);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
  fakes.now += 3_600_000;
  expect((await unlike(id)).status).toBe(200);
});
