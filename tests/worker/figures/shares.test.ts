import { expect, test } from "vitest";
import { openDays, type Seen } from "#schema/tables/figures.ts";
import { DAY_MS, HOUR_MS, isoDay, MINUTE_MS, startOfDay } from "#schema/values/dates.ts";
import { fakes, NOW } from "../support/app.ts";
import { EdgeCache } from "../support/edge-cache.ts";
import { insertSites } from "../support/factories.ts";
import { addUp, db, deliverBeacons, figuresOf } from "../support/figures.ts";
import { logInNew } from "../support/people.ts";
import { randomFrom } from "../support/random.ts";

const TURN_MS = 5 * MINUTE_MS;

test.each([7, 12])("%i featured listings are shown equally often on a day", { tags: ["long"] }, async (count) => {
  const names = (length: number) => Array.from({ length }, (_, at) => `Site ${at + 1} of ${length}`);
  await insertSites(names(count), { featuredUntil: NOW + 9 * DAY_MS });
  await insertSites(names(5));
  const begin = startOfDay(NOW) + DAY_MS;
  const day = isoDay(begin);
  await db.insert(openDays).values({ day, salt: "salt" });
  const { next } = randomFrom(count);
  const edge = new EdgeCache();
  const seen: Seen[] = [];
  for (let turn = 0; turn < DAY_MS / TURN_MS; turn += 1) {
    // Enough that chance is below the limit.
    const visits = Math.round(110 - 90 * Math.cos((2 * Math.PI * turn * TURN_MS) / DAY_MS));
    const times = Array.from({ length: visits }, () => begin + turn * TURN_MS + ((next() * 9) % TURN_MS));
    for (const at of times.toSorted()) {
      fakes.now = at;
      const { featured } = await (await edge.get("/api/saas/")).response.json<{ featured: { id: number }[] }>();
      const id = String(seen.length);
      const marks = featured.map((site) => [site.id, "featured", "shown"] satisfies Seen["marks"][number]);
      seen.push({ id, day, at, who: id, address: id, net: id, isRobot: false, pages: 1, marks });
    }
  }
  await deliverBeacons(seen);
  fakes.now = begin + DAY_MS + 4 * HOUR_MS;
  await addUp();
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  const shown: number[] = [];
  for (let id = 1; id <= count; id += 1)
    shown.push((await figuresOf(staff, id, `?from=${day}&to=${day}`)).totals.seen.featured!);
  expect(shown.reduce((sum, one) => sum + one)).toBe(3 * seen.length);
  const mean = (3 * seen.length) / count;
  for (const one of shown) expect(Math.abs(one / mean - 1), shown.join()).toBeLessThan(0.05);
});
