import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readCards } from "#worker/features/figures/card-list.ts";
import { NOW, request } from "../support/app.ts";
import { db } from "../support/figures.ts";
import { PAGE_ADDRESSES } from "../support/page-addresses.ts";
import { makeWorld } from "../security/world.ts";

test("each page signs the list of the listings that it shows", async () => {
  await makeWorld();
  await db.$client
    .prepare("UPDATE sites SET featured_until = ?")
    .bind(NOW + 1)
    .run();
  const shown: Record<string, unknown> = {};
  for (const path of [
    ...Object.values(PAGE_ADDRESSES),
    "/?q=zulip",
    "/categories/communication",
    "/alternatives/slack",
  ]) {
    const html = await (await request(path)).text();
    const list = readCards(/ data-cards="([^"]*)"/.exec(html)?.[1] ?? "", env.SECRET_KEY, NOW);
    const cards = [...html.matchAll(/<(?:article|aside|li|th)([^>]*) data-card="(\d+)"/g)].map(
      ([, rest, id]) => [rest!.includes("paid-place") ? "paid" : "list", Number(id)] as const,
    );
    for (const [group, id] of cards) expect(list?.[group]?.[1], `${path} ${group}`).toContain(id);
    if (list) shown[path] = [list.list?.[0], list.paid?.[0], list.page, cards.length];
  }
  // How many cards there are with both lists. A featured site has no sponsors.
  expect(shown).toEqual({
    "/": ["list", "featured", undefined, 4],
    "/?q=zulip": ["search", "featured", undefined, 3],
    "/categories/communication": ["category", "featured", undefined, 4],
    "/alternatives/slack": ["product", "featured", undefined, 1],
    "/compare/mattermost-vs-zulip": ["comparison", undefined, undefined, 2],
    "/mattermost": ["site", undefined, 1, 1],
    "/blogs/first-post": ["post", "article", undefined, 2],
  });
});
