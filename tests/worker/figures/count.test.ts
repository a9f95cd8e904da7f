import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { addUpDay } from "#worker/features/figures/add-up.ts";
import { fakes, NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { cardsAt, db, deliverBeacons, figuresOf, see } from "../support/figures.ts";
import { ANNA, insertUser, logIn } from "../support/people.ts";

test("people count once a day for each place, and a visit counts where the listing was opened", async () => {
  const { id: ownerId } = await insertUser({ email: ANNA });
  const owner = await logIn();
  await insertSite({ id: 7, name: "Zulip", slug: "zulip", ownerId });
  await db.$client
    .prepare("UPDATE sites SET featured_until = ?")
    .bind(NOW + DAY_MS)
    .run();
  const [home, page] = [await cardsAt("/"), await cardsAt("/zulip")];
  const [anna, bert] = [{ address: "192.0.2.1" }, { address: "198.51.100.1" }];
  await see(anna, home, "shown 7", "shown 7 paid", "opened 7 paid");
  await see(anna, page, "opened 7", "visited 7");
  await see(bert, page, "opened 7");
  await deliverBeacons();
  const days = "?from=2026-11-20&to=2026-11-20";
  const before = await figuresOf(owner, 7, days);
  const counted = {
    seen: { featured: 1, list: 1 },
    opened: { featured: 1, page: 1 },
    visited: { featured: 1 },
    views: 2,
    visits: 1,
    likes: 0,
  };
  expect(before).toEqual({ days: [{ date: "2026-11-20", featured: true, ...counted }], totals: counted, bots: 0 });
  fakes.now += DAY_MS + 4 * HOUR_MS;
  await addUpDay(db, fakes.now);
  expect(await figuresOf(owner, 7, days)).toEqual(before);
});
