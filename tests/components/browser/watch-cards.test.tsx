import { beforeEach, expect, test, vi } from "vitest";
import type { Beacon } from "#schema/sites/beacon.ts";
import { sendBeacons } from "#web/browser/beacon.ts";
import { watchCards } from "#web/browser/watch-cards.ts";
import { passTime, stopClock } from "../support/clock.ts";

const LIST = "2026-11-29;list=list:7,8;paid=featured:7;signature";
const CARD_PX = 400;

let main: HTMLElement;
const sent: Beacon[] = [];

/** A page with cards of a height of 400 pixels: each a site and its class. */
async function open(cards: string, sites: [id: number, className: string][]): Promise<void> {
  main.replaceChildren(
    ...sites.map(([id, className]) => {
      const card = document.createElement("article");
      card.className = className;
      card.dataset["card"] = String(id);
      card.style.height = `${CARD_PX}px`;
      card.innerHTML = `<a class="card-link" href="#${id}">Open</a><a href="#visit" data-visit="${id}">Visit</a>`;
      return card;
    }),
  );
  main.dataset["cards"] = cards;
  scrollTo(0, 0);
  await passTime(0);
}

/** Another tab covers the page. */
function hide(): void {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  hidden.mockRestore();
}

const press = (selector: string, type = "click", button = 0) =>
  main.querySelector(selector)!.dispatchEvent(new MouseEvent(type, { bubbles: true, button }));

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(navigator, "sendBeacon").mockImplementation((path, body) => {
    expect(path).toBe("/api/beacon/");
    sent.push(JSON.parse(body as string) as Beacon);
    return true;
  });
  stopClock();
  main = document.createElement("main");
  document.body.replaceChildren(main);
  return () => main.remove();
});

test("a card counts as shown after half of it was visible for a second, and once", async () => {
  sendBeacons(watchCards());
  await open(LIST, [
    [7, "card paid-place"],
    [8, "card"],
    [7, "card"],
  ]);
  document.querySelectorAll<HTMLElement>("[data-card]")[1]!.style.marginTop = `${innerHeight - CARD_PX * 1.4}px`;
  await passTime(900);
  hide();
  expect(sent).toEqual([]);
  await open(LIST.replace("signature", "another"), [
    [7, "card paid-place"],
    [8, "card"],
  ]);
  await passTime(1100);
  hide();
  hide();
  expect(sent.flatMap(({ pages }) => pages)).toEqual([
    { cards: LIST.replace("signature", "another"), marks: expect.arrayContaining(["shown 7 paid"]) },
  ]);
});

test("links that are opened by any button but the right one count, and all pages go into one beacon", async () => {
  sendBeacons(watchCards());
  await open(LIST, [
    [7, "card paid-place"],
    [8, "card"],
  ]);
  press(".card .card-link", "auxclick", 1);
  press(".card:not(.paid-place) .card-link", "auxclick", 2);
  await open("2026-11-29;page=8;signature", []);
  await open("2026-11-29;list=comparison:8;signature", [[8, "column"]]);
  press("[data-visit]");
  hide();
  expect(sent).toEqual([
    {
      searched: [],
      pages: [
        { cards: LIST, marks: ["opened 7 paid"] },
        { cards: "2026-11-29;page=8;signature", marks: ["opened 8"] },
        { cards: "2026-11-29;list=comparison:8;signature", marks: ["visited 8"] },
      ],
    },
  ]);
});

test("who comes from a badge is told", async () => {
  location.hash = "#badge";
  sendBeacons(watchCards());
  await open("2026-11-29;page=8;signature", []);
  hide();
  location.hash = "";
  expect(sent[0]!.pages).toEqual([{ cards: "2026-11-29;page=8;signature", marks: ["opened 8 badge"] }]);
});

test("a card that stays on the screen while a list changes counts in the new list", async () => {
  sendBeacons(watchCards());
  await open(LIST, [[8, "card"]]);
  await passTime(500);
  main.dataset["cards"] = LIST.replace("signature", "another");
  await passTime(0);
  await passTime(1100);
  hide();
  expect(sent.flatMap(({ pages }) => pages)).toEqual([
    { cards: LIST.replace("signature", "another"), marks: ["shown 8"] },
  ]);
});

test("what the last page stored is sent by the page that “Back” shows", async () => {
  const page = { cards: "2026-11-29;page=8;signature", marks: ["visited 8"] };
  sendBeacons(watchCards());
  sessionStorage.setItem("beacon", JSON.stringify({ searched: [], pages: [page] }));
  hide();
  expect(sent).toEqual([{ searched: [], pages: [page] }]);
});

test("a long visit sends several beacons, none with more than the server reads", async () => {
  sendBeacons(watchCards());
  for (let id = 1; id <= 60; id += 1) await open(`2026-11-29;page=${id};signature`, []);
  hide();
  expect(sent.flatMap(({ pages }) => pages)).toHaveLength(60);
  expect(Math.max(...sent.map(({ pages }) => pages!.length))).toBeLessThan(50);
});
