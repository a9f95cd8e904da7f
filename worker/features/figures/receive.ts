import type { Context } from "hono";
import type { SeenPage } from "#schema/sites/beacon.ts";
import type { Mark } from "#schema/sites/figures.ts";
import type { Seen } from "#schema/tables/figures.ts";
import type { AppEnv } from "../../env.ts";
import { randomToken } from "../../http/signing.ts";
import { placeOf, readCards } from "./card-list.ts";
import { readVisitor } from "./visitor.ts";

/** Queues what a visitor saw. A page whose list this Worker did not sign in the last days is ignored. */
export async function receive(c: Context<AppEnv>, pages: readonly SeenPage[]): Promise<void> {
  const read = pages.map((page) => readMarks(c, page)).filter((marks) => marks.length > 0);
  const seen = read.flat();
  if (seen.length === 0) return;
  const message: Seen = {
    id: randomToken(),
    ...(await readVisitor(c)),
    pages: read.length,
    marks: seen.map(({ place, id, mark }) => (place ? [id, place, mark] : [id, "", "forged"])),
  };
  await c.env.BEACONS.send(message);
}

function readMarks(c: Context<AppEnv>, { cards: signed, marks }: SeenPage) {
  const cards = readCards(signed, c.env.SECRET_KEY, c.var.ports.now());
  if (!cards) return [];
  return marks.map((text) => {
    const [mark, number, group = ""] = text.split(" ") as [Mark, string, string?];
    const id = Number(number);
    return { id, mark, place: placeOf(cards, mark, id, group) };
  });
}
