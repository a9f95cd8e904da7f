import { type DayFigures, type Place, type SiteFigures, sumOf, totalOf } from "#schema/sites/figures.ts";
import type { Seen } from "#schema/tables/figures.ts";

// The rules of worker/features/figures/counted.ts once more, in JavaScript and with their own numbers.

const KINDS = { shown: "seen", opened: "opened", visited: "visited" } as const;
type Numbers = Pick<DayFigures, "seen" | "opened" | "visited"> & { bots: number };
type Recomputed = Map<string, Numbers>;

/** By `DAY SITE`. A message counts once. */
export function recompute(messages: readonly Seen[]): Recomputed {
  const found: Recomputed = new Map();
  const numbersOf = (key: string) =>
    found.get(key) ?? found.set(key, { seen: {}, opened: {}, visited: {}, bots: 0 }).get(key)!;
  for (const [day, sent] of Map.groupBy(new Map(messages.map((one) => [one.id, one])).values(), (one) => one.day)) {
    const pages = (some: Seen[]) => some.reduce((sum, one) => sum + one.pages, 0);
    const isFast = (some: Seen[]) => {
      const times = some.map(({ at }) => at);
      return pages(some) > 60 && Math.max(...times) - Math.min(...times) < 3000 * (pages(some) - 20);
    };
    const browsers = Map.groupBy(sent, ({ who }) => who);
    const programs = new Set<string>();
    for (const [who, some] of browsers)
      if (some.some(({ isRobot }) => isRobot) || pages(some) > 300 || isFast(some)) programs.add(who);
    const others = sent.filter(({ who }) => !programs.has(who));
    const most = Math.max(300, Math.floor(pages(sent) / 100));
    const crowdsBy = (origin: "address" | "net") =>
      [...Map.groupBy(others, (one) => one[origin])].filter(([, some]) => pages(some) > most);
    for (const [, some] of crowdsBy("address")) for (const { who } of some) programs.add(who);
    const crowds = new Set(crowdsBy("net").map(([net]) => net));

    const people = new Map<string, Set<string>>();
    for (const [who, some] of browsers) {
      // A beacon tells a thing once.
      const marks = some.flatMap((one) => [...new Map(one.marks.map((mark) => [mark.join(), mark])).values()]);
      for (const [site, place, mark] of marks) {
        if (programs.has(who) || mark === "forged" || place === "") {
          numbersOf(`${day} ${site}`).bots += 1;
          continue;
        }
        const from = marks
          .filter(([other, at, how]) => other === site && how === "opened" && at !== "page")
          .map(([, at]) => at)
          .toSorted()[0];
        const key = `${site} ${mark} ${(place === "page" && from) || place} ${some[0]!.net}`;
        people.set(key, (people.get(key) ?? new Set()).add(who));
      }
    }
    for (const [key, { size }] of people) {
      const [site, mark, place, net] = key.split(" ") as [string, keyof typeof KINDS, Place, string];
      const numbers = numbersOf(`${day} ${site}`);
      const counted = Math.min(size, crowds.has(net) ? 1 : mark === "shown" ? 25 : 5);
      numbers[KINDS[mark]][place] = (numbers[KINDS[mark]][place] ?? 0) + counted;
      numbers.bots += size - counted;
    }
  }
  return found;
}

/** What GET figures answers for these days. */
export function expectedFigures(found: Recomputed, site: number, dates: string[], featured: boolean): SiteFigures {
  const numbers = dates.map((date) => found.get(`${date} ${site}`) ?? { seen: {}, opened: {}, visited: {}, bots: 0 });
  const days = numbers.map((of, at) => {
    return { date: dates[at]!, featured, ...of, views: sumOf(of.opened), visits: sumOf(of.visited), likes: 0 };
  });
  return { days, totals: totalOf(days), bots: numbers.reduce((sum, { bots }) => sum + bots, 0) };
}
