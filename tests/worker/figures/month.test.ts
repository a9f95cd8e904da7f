import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Mark, type Place, sumOf } from "#schema/sites/figures.ts";
import type { OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import type { Seen } from "#schema/tables/figures.ts";
import { DAY_MS, HOUR_MS, isoDay, startOfDay } from "#schema/values/dates.ts";
import { type CardList, placeOf, signCards } from "#worker/features/figures/card-list.ts";
import { fakes, NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { addUp, deliverBeacons, figuresOf, send } from "../support/figures.ts";
import { ANNA, insertUser, logIn, logInNew } from "../support/people.ts";
import { expectedFigures, recompute } from "./recomputed.ts";
import { FEATURED, GREEDY, IDS, MODEST, RIVAL, type Sent, simulate, WHOLE } from "./simulated-visits.ts";

const CARDS = ["featured", "list", "category", "product", "search", "comparison", "post", "badge"] as const;

const textOf = ([mark, site, group]: Sent["views"][number]["marks"][number]) => `${mark} ${site}${group}`;

/** The whole way through the app. Attackers also send lists of another website and of last week. */
async function sendWhole({ by, address, agent, at, views, forged = [] }: Sent): Promise<void> {
  fakes.now = at;
  const signed = (cards: CardList, key = env.SECRET_KEY, time = at) => signCards(cards, key, time)!;
  const pages = views.map(({ cards, marks }) => ({ cards: signed(cards), marks: marks.map(textOf) }));
  const wrong = forged.flatMap((site) => {
    const marks = [`opened ${site}`];
    const page = { page: site };
    return [signed({ list: ["list", [1]] }), signed(page, "other"), signed(page, env.SECRET_KEY, at - 7 * DAY_MS)].map(
      (cards) => ({ cards, marks }),
    );
  });
  await send({ address, agent, headers: by === "silent" ? { DNT: "1" } : {} }, { pages: [...pages, ...wrong] });
}

/** What the queue gets of it. */
const messageOf = ({ address, agent, at, views, forged = [] }: Sent, id: string): Seen => ({
  id,
  day: isoDay(at),
  at,
  who: `${address} ${agent}`,
  address,
  net: address.split(".").slice(0, 3).join("."),
  isRobot: agent.includes("Examplebot"),
  pages: views.length + forged.length,
  marks: [
    ...views.flatMap(({ cards, marks }) =>
      marks.map(
        ([mark, site, group]) =>
          [site, placeOf(cards, mark, site, group.trim())!, mark] satisfies Seen["marks"][number],
      ),
    ),
    ...forged.map((site) => [site, "", "forged"] satisfies Seen["marks"][number]),
  ],
});

async function month(days: number, visits: number, add: (key: string, more: { should: number }) => void) {
  const { id: ownerId } = await insertUser({ email: ANNA });
  const featured = { featuredUntil: NOW + 400 * DAY_MS };
  for (const id of IDS) await insertSite({ id, ownerId, ...(id <= FEATURED && featured) });
  const { peopleOf, othersOf, isIn, next } = simulate(49);
  const counted: Seen[] = [];
  const ofPeople: Seen[] = [];
  const begin = startOfDay(NOW);
  let late: Seen[] = [];
  for (let day = 0; day < days; day += 1) {
    const start = begin + day * DAY_MS;
    const did = new Set<string>();
    const sent = [
      ...peopleOf(start, visits, (person, ...what) => did.add(`${person} ${what.join(" ")}`)),
      ...othersOf(start, day),
    ];
    // Who comes from outside and from a card on one day has found the listing at the card.
    const placed = [...did].map((one) => {
      const [person, site, place, mark] = one.split(" ") as [string, string, Place, Mark];
      const card = CARDS.find((other) => place === "page" && did.has(`${person} ${site} ${other} opened`));
      return `${person} ${site} ${card ?? place} ${mark}`;
    });
    for (const one of new Set(placed)) add(one.slice(one.indexOf(" ") + 1), { should: 1 });
    // All from one address is sent in one way, so that the two ways know it by one name.
    const whole = new Set([WHOLE, ...sent.slice(0, 20).map(({ address }) => address)]);
    const seen: Seen[] = [];
    for (const one of sent) {
      if (whole.has(one.address)) await sendWhole(one);
      else if (one.by !== "silent") fakes.beacons.push(messageOf(one, `${day}-${seen.length}`));
      const made = fakes.beacons.splice(0);
      if (one.by === "silent") expect(made).toEqual([]);
      if (one.forged?.length) expect(made).toMatchObject([{ marks: one.forged.map((site) => [site, "", "forged"]) }]);
      seen.push(...made);
      if (one.by === "person") ofPeople.push(...made);
    }
    counted.push(...seen);

    // In any order, a batch in ten twice, and some not before the next day.
    const order = seen
      .map((one) => ({ one, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
    const [early, slow] = [order.slice(100), order.slice(0, 100)];
    for (let at = 0; at < early.length; at += 100) {
      const batch = early.slice(at, at + 100);
      await deliverBeacons(batch);
      if (isIn(10)) await deliverBeacons(batch);
    }
    fakes.now = start + DAY_MS + 2 * HOUR_MS;
    await deliverBeacons([...slow, ...early.slice(0, 50)]);
    await addUp();
    fakes.now += 2 * HOUR_MS;
    await addUp();
    await deliverBeacons([...late, ...seen.slice(0, 100), { ...seen[0]!, id: `late ${day}` }]);
    late = seen.slice(100, 200);
  }
  return { counted, ofPeople };
}

/** Compares each number of the API with JavaScript's, and the sums with the truth. */
async function check(days: number, visits: number) {
  const cells = new Map<string, { is: number; should: number; alone: number }>();
  const add = (key: string, more: { is?: number; should?: number; alone?: number }) => {
    const cell = cells.get(key) ?? { is: 0, should: 0, alone: 0 };
    for (const [name, count] of Object.entries(more)) cell[name as keyof typeof cell] += count;
    cells.set(key, cell);
  };
  const { counted, ofPeople } = await month(days, visits, add);
  const dates = Array.from({ length: days }, (_, day) => isoDay(startOfDay(NOW) + day * DAY_MS));
  const [found, honest] = [recompute(counted), recompute(ofPeople)];
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  const owner = await logIn();
  const own = new Map<number, unknown>();
  for (let page = 1; own.size < IDS.length; page += 1)
    for (const { id, month: ofMonth } of (
      await (await owner.get(`/api/sites/?page=${page}`)).json<Page<OwnerSiteSummary>>()
    ).results)
      own.set(id, ofMonth);
  const bots = new Map<number, number>();
  const recent = dates.filter((date) => date >= isoDay(fakes.now - 3 * HOUR_MS - 30 * DAY_MS));
  for (const id of IDS) {
    const given = await figuresOf(staff, id, `?from=${dates[0]}&to=${dates.at(-1)}`);
    expect(given).toEqual(expectedFigures(found, id, dates, id <= FEATURED));
    const last = expectedFigures(found, id, recent, false).totals;
    expect(own.get(id)).toEqual({ shown: sumOf(last.seen), opened: last.views, visited: last.visits });
    bots.set(id, given.bots);
    const people = expectedFigures(honest, id, dates, false).totals;
    for (const [mark, kind] of Object.entries({ shown: "seen", opened: "opened", visited: "visited" } as const))
      for (const place of ["page", ...CARDS] as const)
        add(`${id} ${place} ${mark}`, { is: given.totals[kind][place] ?? 0, alone: people[kind][place] ?? 0 });
  }
  // Of each listing and each place, too.
  const all = [...cells];
  for (const [key, cell] of all) {
    const [id, place, mark] = key.split(" ");
    add(`${id} ${mark}`, cell);
    add(`${place} ${mark}`, cell);
  }
  // In the numbers of one listing at one place, five people are chance.
  const isWrong = ([key, { is, should }]: (typeof all)[number]) =>
    ![MODEST, GREEDY].includes(Number.parseInt(key)) && Math.abs(is - should) > Math.max(should / 100, 5);
  expect([...cells].filter(isWrong)).toEqual([]);
  const sum = (toNumber: (cell: (typeof all)[number][1]) => number) =>
    all.reduce((total, [, cell]) => total + toNumber(cell), 0);
  return { cells, bots, share: sum(({ is, alone }) => Math.abs(is - alone)) / sum(({ is }) => is) };
}

test("two days of visits, bots and attackers", () => check(2, 500));

const LONG = { tags: ["long"], timeout: 1_200_000 };
test("in a month of 100,000 visits, people are right within 1 %, and others are below 0.1 %", LONG, async () => {
  const { cells, bots, share } = await check(30, 3334);
  expect(share).toBeLessThan(0.001);
  // On three days, sixty beacons of one network raised a listing, and each day a crowd another one.
  for (const [mark, most] of Object.entries({ shown: 25, opened: 5, visited: 5 }))
    for (const [site, limit] of [
      [MODEST, 3 * most],
      [GREEDY, 30],
    ] as const) {
      const { is, alone } = cells.get(`${site} ${mark}`)!;
      expect(is - alone).toBeLessThanOrEqual(limit);
    }
  // Each of 1,500 beacons a day has at least two marks that nobody told before, and each of 200 has four.
  expect(bots.get(GREEDY)).toBeGreaterThan(30 * 1500 * 2);
  expect(bots.get(RIVAL)).toBeGreaterThan(30 * 200 * 4);
});
