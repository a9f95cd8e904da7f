import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import type { AdminApp, AdminModelPage } from "#schema/admin.ts";
import { claims } from "#schema/tables/claims.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { reports } from "#schema/tables/reports.ts";
import { imageFetches } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { BERT, logInNew } from "../support/people.ts";
import { insertSubscriptions } from "../support/subscriptions.ts";

const db = drizzle(env.DB);
let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

/** Returns each task of the front page: its label, its number, and the number of records in its list. */
async function waiting() {
  const apps = await (await staff.get("/api/get_model/")).json<AdminApp[]>();
  const lists = apps.flatMap(({ app, models }) =>
    models.flatMap((model) => model.waiting.map((list) => ({ path: `${app}/${model.name}`, ...list }))),
  );
  return Promise.all(
    lists.map(async ({ path, filter, label, count }) => {
      const { count: listed } = await (
        await staff.get(`/api/get_model/${path}/?filter=${filter}`)
      ).json<AdminModelPage>();
      return [label, count, listed];
    }),
  );
}

test("the front page shows the number of pending tasks of each kind, and each list shows the same records", async () => {
  expect(await waiting()).toEqual([
    ["Listings to review", 0, 0],
    ["Sites that moved", 0, 0],
    ["Product links to review", 0, 0],
    ["Claims to decide", 0, 0],
    ["Moves to look at", 0, 0],
    ["Images that could not be fetched", 0, 0],
    ["Reports to decide", 0, 0],
    ["Messages to answer", 0, 0],
    ["Unsent emails", 0, 0],
    ["Failed renewals", 0, 0],
  ]);

  await insertSite({ review: "pending", reviewNote: "Shortened link" });
  await insertSite({ review: "pending", reviewNote: "Shortened link" });
  const { id } = await insertSite();
  await db.update(sites).set({ movedTo: "https://new.example/" }).where(eq(sites.id, id));
  const fetch = {
    siteId: 1,
    kind: "logo",
    position: 0,
    address: "https://images.example/1.png",
    createdAt: NOW,
  } as const;
  await db.insert(imageFetches).values([fetch, { ...fetch, dueAt: NOW, failure: "No answer" }]);
  await db.insert(contactMessages).values([
    { email: BERT, message: "Hello", createdAt: NOW },
    { email: BERT, message: "Answered", answeredAt: NOW, createdAt: NOW },
  ]);
  const report = { about: "A", page: "/a", reason: "dead", createdAt: NOW } as const;
  await db.insert(reports).values([
    { ...report, key: "1" },
    { ...report, key: "2", ownerUntil: NOW },
    { ...report, key: "3", state: "declined" },
  ]);
  const claim = { userId: 1, method: "dns" as const, answerDueAt: NOW, createdAt: NOW };
  await db.insert(claims).values([
    { ...claim, siteId: 1, objection: "Mine" },
    { ...claim, siteId: 2 },
  ]);
  await insertSubscriptions({ id: "sub_failed", status: "past_due", unpaidCents: 1000 });
  await insertSubscriptions({ id: "sub_paid" });
  await insertSubscriptions({ id: "sub_over", status: "canceled", unpaidCents: 1000 });
  const mail = { to: BERT, subject: "News", text: "News", html: "<p>News</p>" };
  await enqueueMail(connect(env.DB), { key: "sites.site:1", mail, now: NOW });
  expect(await waiting()).toEqual([
    ["Listings to review", 2, 2],
    ["Sites that moved", 1, 1],
    ["Product links to review", 0, 0],
    ["Claims to decide", 1, 1],
    ["Moves to look at", 0, 0],
    ["Images that could not be fetched", 1, 1],
    ["Reports to decide", 1, 1],
    ["Messages to answer", 1, 1],
    ["Unsent emails", 1, 1],
    ["Failed renewals", 1, 1],
  ]);
});
