import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { ASK_AFTER_DAYS, type Move } from "#schema/sites/switches.ts";
import type { Page } from "#schema/sites/sites.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { moves } from "#schema/tables/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { fakes, NOW, runCron } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, lastMail } from "../support/people.ts";
import { answer, db, FIELDS, insertMover, insertZulip } from "../support/switches.ts";

let anna: Browser;
beforeEach(async () => {
  await insertZulip();
  anna = await insertMover(ANNA);
});

const plan = async (body: object = {}, product = "slack", browser = anna) =>
  (await browser.put(`/api/user/moves/${product}/`, body)).status;
const planned = async () => (await (await anna.get("/api/user/moves/")).json<Page<Move>>()).results;
const plannedOne = async () => (await anna.get("/api/user/moves/slack/")).json<Move>();
const mails = () => fakes.mails.filter(({ to }) => to === ANNA);

test("a planned move keeps the guide, the chosen site and what is done, until it is removed", async () => {
  await db.update(products).set({ exportSteps: "Open the settings\nPress Export" }).where(eq(products.slug, "slack"));
  await insertSite({
    id: 2,
    name: "Mattermost",
    slug: "mattermost",
    alternatives: [{ name: "Slack", moving: { text: "Use mmetl.", link: "https://mm.example/" } }],
  });
  expect(await plan()).toBe(204);
  expect(await plannedOne()).toMatchObject({ site_id: null, done: [], sites: [{ id: 2 }, { id: 1 }] });
  expect(await plan({ site_id: 2 })).toBe(204);
  expect(await plan({ done: ["export", "tell"] })).toBe(204);
  expect(await plan(), "pressed again").toBe(204);
  expect(await planned()).toEqual([{ product: { name: "Slack", slug: "slack" }, done: ["export", "tell"] }]);
  expect(await plannedOne()).toEqual({
    product: { name: "Slack", slug: "slack" },
    moving_out: { formats: "", steps: ["Open the settings", "Press Export"], link: "", changed_at: null },
    site_id: 2,
    done: ["export", "tell"],
    sites: [
      {
        id: 2,
        name: "Mattermost",
        slug: "mattermost",
        moving: { text: "Use mmetl.", link: "https://mm.example/" },
        answer: null,
        state: null,
      },
      { id: 1, name: "Zulip", slug: "zulip", moving: null, answer: null, state: null },
    ],
  });
  expect(await plan({ site_id: null })).toBe(204);
  expect((await plannedOne()).site_id).toBeNull();
  expect((await anna.delete("/api/user/moves/slack/")).status).toBe(204);
  expect(await planned()).toEqual([]);
  await answer(anna);
  await db.update(sites).set({ review: "pending" }).where(eq(sites.id, 2));
  expect(await plannedOne(), "the form").toMatchObject({
    site_id: null,
    done: null,
    sites: [{ id: 1, answer: FIELDS }],
  });
});

test("a move leaves a known product, and the newest ten are shown", async () => {
  expect(await plan({}, "nothing")).toBe(404);
  expect((await anna.get("/api/user/moves/nothing/")).status).toBe(404);
  expect(await plan({ site_id: 99 })).toBe(204);
  expect((await plannedOne()).site_id).toBeNull();
  expect(await plan({ done: ["dance"] })).toBe(400);
  for (let at = 0; at < 10; at += 1) await insertSite({ alternatives: [{ name: `Product ${at}` }] });
  for (let at = 0; at < 10; at += 1) expect(await plan({}, `product-${at}`)).toBe(204);
  expect(await planned()).toHaveLength(10);
});

test("after thirty days, one mail asks how it went", async () => {
  await plan({ site_id: 1 });
  await runCron({ now: () => NOW + ASK_AFTER_DAYS * DAY_MS - 1 });
  expect(mails()).toEqual([]);
  const later = { now: () => NOW + ASK_AFTER_DAYS * DAY_MS };
  await Promise.all([runCron(later), runCron(later)]);
  await runCron(later);
  expect(mails()).toHaveLength(1);
  expect(lastMail(ANNA)?.text).toContain("/user/moved/slack?to=zulip");
  await plan({ done: ["export"] });
  await runCron({ now: () => NOW + 90 * DAY_MS });
  expect(mails(), "never again").toHaveLength(1);
});

test("nobody is asked who has answered, is suspended, or has removed the checklist", async () => {
  await insertMover("bert@example.com");
  await answer(anna);
  await plan();
  await plan({}, "teams");
  const carl = await insertMover("carl@example.com");
  await plan({}, "slack", carl);
  await db.update(users).set({ suspendedAt: NOW }).where(eq(users.email, "carl@example.com"));
  await anna.delete("/api/user/moves/teams/");
  await runCron({ now: () => NOW + ASK_AFTER_DAYS * DAY_MS });
  expect(fakes.mails).toEqual([]);
  expect(await db.select({ askAt: moves.askAt }).from(moves)).toEqual([{ askAt: null }, { askAt: null }]);
});
