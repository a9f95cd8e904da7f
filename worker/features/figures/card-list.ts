import type { Mark, Place } from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { hmac, isEqual } from "../../http/signing.ts";

// Each page names the listings that it shows, and signs the list. A beacon sends it back, so nobody counts a card that no
// page has shown: 2026-11-29;list=search:3,5;paid=featured:8;SIGNATURE

/** The paid cards of a page stand in one place, and the others in another one. `page`: the page of a listing. */
export type CardList = {
  list?: [Place, number[]] | undefined;
  paid?: [Place, number[]] | undefined;
  page?: number | undefined;
};

/** Undefined if the page shows no listing. */
export function signCards({ list, paid, page }: CardList, secretKey: string, now: number): string | undefined {
  const part = (group: string, cards: CardList["list"]) =>
    cards && cards[1].length > 0 ? [`${group}=${cards[0]}:${cards[1].join()}`] : [];
  const parts = [...part("list", list), ...part("paid", paid), ...(page === undefined ? [] : [`page=${page}`])];
  if (parts.length === 0) return undefined;
  const text = [isoDay(now), ...parts].join(";");
  return `${text};${sign(text, secretKey)}`;
}

/** 96 bits. */
const sign = (text: string, secretKey: string) => hmac(secretKey, `cards:${text}`).slice(0, 16);

/** The edge keeps a page for a day at most, and visitors keep it open. */
const VALID_DAYS = 2;

/** Undefined if this Worker did not sign the text within the last days. */
export function readCards(text: string, secretKey: string, now: number): CardList | undefined {
  const end = text.lastIndexOf(";");
  const [signed, signature] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  if (!isEqual(signature, sign(signed, secretKey))) return undefined;
  const [day, ...parts] = signed.split(";");
  if (now - Date.parse(day!) > VALID_DAYS * DAY_MS) return undefined;
  const values = new Map(parts.map((part) => part.split("=") as [string, string]));
  const cards = (group: string): CardList["list"] => {
    const [place, list] = values.get(group)?.split(":") ?? [];
    return place && list ? [place as Place, list.split(",").map(Number)] : undefined;
  };
  const page = values.get("page");
  return { list: cards("list"), paid: cards("paid"), page: page === undefined ? undefined : Number(page) };
}

/** Returns where a mark of a page counts: "opened 12 paid". Undefined if the page cannot have sent it. */
export function placeOf(cards: CardList, mark: Mark, siteId: number, group: string): Place | undefined {
  if (siteId === cards.page && mark !== "shown") return group === "badge" ? "badge" : "page";
  const [place, shown] = (group === "paid" ? cards.paid : cards.list) ?? [];
  return shown?.includes(siteId) ? place : undefined;
}
