import { expect, test } from "vitest";
import { fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { cardsAt, db, deliverBeacons, figuresOf, see } from "../support/figures.ts";
import { logInNew } from "../support/people.ts";

const CUBOT = "Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 40) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";

test("a flood of one network does not make the rows of a day large, and others still count", async () => {
  await insertSite({ id: 7, name: "Zulip", slug: "zulip" });
  const page = await cardsAt("/zulip");
  const marks = Array.from({ length: 500 }, (_, at) => `shown ${1_000_000_000 + at}` as const);
  for (let at = 0; at < 30; at += 1) await see({ address: `192.0.2.${at}` }, page, ...marks);
  await see({ address: "198.51.100.1", agent: CUBOT }, page, "opened 7");
  await deliverBeacons(fakes.beacons.splice(0));
  const stored = await db.$client.prepare("SELECT length(marks) AS bytes FROM beacons").first<{ bytes: number }>();
  expect(stored!.bytes).toBeLessThan(20_000);
  const staff = await logInNew({ isStaff: true });
  expect((await figuresOf(staff, 7)).totals.views).toBe(1);
});
