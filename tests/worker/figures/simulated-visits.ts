import type { Mark, Place } from "#schema/sites/figures.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { CardList } from "#worker/features/figures/card-list.ts";
import { randomFrom } from "../support/random.ts";

/** Listings have the ids 1 to 24, and the first six are featured. */
export const IDS = Array.from({ length: 24 }, (_, at) => at + 1);
export const FEATURED = 6;
/** Whose owner sends thousands of beacons, who sends a few, and who is to be buried. */
export const [GREEDY, MODEST, RIVAL] = [20, 21, 22];
/** All from this address is sent the whole way through the app. */
export const WHOLE = "66.249.2.1";

type Group = "" | " paid" | " badge";
export type View = { cards: CardList; marks: [Mark, number, Group][] };
/** Beacons from this address. `forged`: ids in marks that no page shows. */
export type Sent = {
  by: "person" | "silent" | "other";
  address: string;
  agent: string;
  at: number;
  views: View[];
  forged?: number[];
};

const AGENTS = ["X11; Linux x86_64", "Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7"].flatMap(
  (system) =>
    Array.from({ length: 20 }, (_, version) => `Mozilla/5.0 (${system}) Gecko/20100101 Firefox/${120 + version}.0`),
);

const LISTS: Place[] = ["list", "list", "category", "product", "search", "comparison", "post"];

export function simulate(seed: number) {
  const { next, pick } = randomFrom(seed);
  const isIn = (percent: number) => next() % 100 < percent;
  const byte = () => next() % 256;
  /** Many share the networks of providers of phones, some one address of an office, the others have their own. */
  const newAddress = () => {
    const kind = next() % 100;
    if (kind < 40) return `100.64.${next() % 120}.${byte()}`;
    return kind < 46 ? `203.0.${next() % 40}.1` : `${1 + (byte() % 90)}.${byte()}.${byte()}.${byte()}`;
  };
  const some = (count: number) => Array.from({ length: count }, () => pick(IDS));

  /** `see` tells what is true: this person did that there. `known`: what the person has opened on this day. */
  function visit(known: Set<number>, see: (site: number, place: Place, mark: Mark) => void): View[] {
    const views: View[] = [];
    const open = (site: number, from: Place) => {
      known.add(site);
      see(site, from, "opened");
      const page: View = { cards: { page: site }, marks: [["opened", site, from === "badge" ? " badge" : ""]] };
      views.push(page);
      if (!isIn(40)) return;
      page.marks.push(["visited", site, ""]);
      see(site, from, "visited");
    };
    const isDirect = isIn(40);
    if (isDirect) open(pick(IDS), isIn(15) ? "badge" : "page");
    for (let left = (isDirect ? 0 : 1) + (next() % 3); left > 0; left -= 1) {
      const list = [...new Set(some(6))];
      const first = next() % FEATURED;
      const paid = [0, 1, 2].map((at) => ((first + at) % FEATURED) + 1);
      const place = pick(LISTS);
      const marks: View["marks"] = list.slice(0, 2 + (next() % 5)).map((site) => ["shown", site, ""]);
      if (isIn(80)) marks.push(...paid.map((site) => ["shown", site, " paid"] satisfies View["marks"][number]));
      for (const [, site, group] of marks) see(site, group ? "featured" : place, "shown");
      views.push({ cards: { list: [place, list], paid: ["featured", paid] }, marks });
      const [, site, group] = pick(marks);
      // Few people open the same listing again.
      if (isIn(40) || (known.has(site) && isIn(90))) continue;
      marks.push(["opened", site, group]);
      open(site, group ? "featured" : place);
    }
    return views;
  }

  /** `tell` tells what people did whom the numbers must have. */
  function* peopleOf(
    start: number,
    visits: number,
    tell: (person: number, ...did: [number, Place, Mark]) => void,
  ): Generator<Sent> {
    const today: { person: number; address: string; agent: string; isSilent: boolean; opened: Set<number> }[] = [];
    for (let number = 0; number < visits; number += 1) {
      const known = today.length > 0 && isIn(12) ? pick(today) : undefined;
      const who = known ?? {
        person: number,
        address: newAddress(),
        agent: pick(AGENTS),
        isSilent: isIn(5),
        opened: new Set<number>(),
      };
      if (!known) today.push(who);
      const views = visit(who.opened, (...did) => {
        if (!who.isSilent) tell(who.person, ...did);
      });
      const at = start + ((next() * 2_636) % DAY_MS);
      // Some go on at another place, where nobody can recognize them.
      const address = known && isIn(3) ? newAddress() : who.address;
      yield { by: who.isSilent ? "silent" : "person", address, agent: who.agent, at, views };
    }
  }

  const marked = (site: number, ...marks: Mark[]) =>
    marks.map((mark) => [mark, site, ""] satisfies View["marks"][number]);
  const opens = (site: number): View[] => [{ cards: { page: site }, marks: marked(site, "opened") }];
  const raise = (site: number): View[] => [
    { cards: { list: ["list", [site]] }, marks: marked(site, "shown", "opened") },
    { cards: { page: site }, marks: marked(site, "opened", "visited") },
  ];

  function othersOf(start: number, day: number): Sent[] {
    type Of = (number: number) => [address: string, agent: string, views: View[], forged?: number[]];
    const sent = (count: number, of: Of, every = 80_000_000 / count) =>
      Array.from({ length: count }, (_, number): Sent => {
        const [address, agent, views, forged = []] = of(number);
        return { by: "other", at: start + Math.floor(number * every), address, agent, views, forged };
      });
    const program = "Mozilla/5.0 (compatible; Examplebot/2.1; +https://example.com/bot)";
    return [
      ...sent(150, (at) => [at % 15 ? `66.249.1.${at % 9}` : WHOLE, program, opens(pick(IDS))]),
      // At impossible speed, with the name of a browser.
      ...sent(100, () => ["192.0.2.9", AGENTS[3]!, opens(pick(IDS))], 1000),
      // Slow, and with another name for each page.
      ...sent(900, () => ["198.51.100.7", pick(AGENTS), opens(pick(IDS))]),
      ...sent(1500, () => [`192.88.99.${byte()}`, pick(AGENTS), raise(GREEDY)]),
      ...sent(10, (at) => [WHOLE, AGENTS[7]!, [], [at % 2 ? RIVAL : GREEDY]]),
      // One beacon, again and again.
      ...sent(200, () => ["192.52.193.1", AGENTS[9]!, raise(RIVAL)]),
      ...sent(day % 10 === 3 ? 60 : 0, (at) => [`192.175.48.${at}`, pick(AGENTS), raise(MODEST)]),
      // Makes an office look like a program.
      ...sent(day % 10 === 6 ? 400 : 0, () => ["203.0.5.1", pick(AGENTS), opens(RIVAL)]),
    ];
  }

  return { peopleOf, othersOf, isIn, next };
}
