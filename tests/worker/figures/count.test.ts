import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { addUpDay } from "#worker/features/figures/add-up.ts";
import { fakes, NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { cardsAt, db, deliverBeacons, figuresOf, see } from "../support/figures.ts";
import { ANNA, insertUser, logIn } from "../support/people.ts";

test("x", async () => {
  const { id: ownerId } = await insertUser({ email: ANNA });
  const owner = await logIn();
  const a = await insertSite({ id: 7, name: "Zulip", slug: "zulip", ownerId });
  await db.$client
    .prepare("UPDATE sites SET featured_until = ?")
    .bind(NOW + DAY_MS)
    .run();
  const home = await cardsAt("/");
  const page = await cardsAt("/zulip");
  console.log(home, page, a.id);
  await see({ address: "192.0.2.1" }, home, "shown 7", "shown 7 paid", "opened 7 paid", "shown 9");
  await see({ address: "192.0.2.1" }, page, "opened 7", "visited 7");
  await see({ address: "198.51.100.1" }, page, "opened 7");
  await deliverBeacons();
  const before = await figuresOf(owner, 7, "?from=2026-11-19&to=2026-11-20");
  console.log(JSON.stringify(before));
  fakes.now += DAY_MS + 4 * HOUR_MS;
  await addUpDay(db, fakes.now);
  console.log((await db.$client.prepare("select * from figures").all()).results);
  expect(await figuresOf(owner, 7, "?from=2026-11-19&to=2026-11-20")).toEqual(before);
});
