import { expect, test } from "vitest";
import type { SitePage } from "#schema/sites/sites.ts";
import { foundText } from "#web/features/sites/list/found-text.ts";
import { sitePage } from "../support/pages.ts";

const slack = { name: "Slack", slug: "slack", count: 24, without: "open source for teams" };
const wish = (label: string) => ({ label, without: "leaving slack" });
const wishes = [wish("open source"), wish("for teams")];

const shown = (q: string, changes: Partial<SitePage>, sort: "newest" | null = null) =>
  foundText({ q, sort }, sitePage({ count: 15, ...changes }));
const understood = (changes: Partial<NonNullable<SitePage["understood"]>>) => ({
  understood: { product: null, wishes: [], marks: [], ...changes },
});

test("a list says how many sites it has", () => {
  expect(shown("", {})).toBe("15 sites");
  expect(shown("", { count: 1 })).toBe("1 site");
  expect(shown("", { page: 2, pages: 3 })).toBe("15 sites, page 2 of 3");
  expect(shown("chat", { count_capped: true })).toBe("15+ sites for “chat”");
  expect(shown("chat", { exact_count: 12, count_capped: true })).toBe("12 exact matches, 3+ close results for “chat”");
  expect(shown("chat", { exact_count: 0 })).toBe("0 exact matches, 15 close results for “chat”");
});

test("a search for alternatives counts alternatives, also those that do not have the wishes", () => {
  const product = slack;
  expect(shown("leaving slack", understood({ product }))).toBe("15 alternatives to Slack");
  expect(shown("leaving slack", { ...understood({ product }), count: 1 })).toBe("1 alternative to Slack");
  expect(shown("leaving slack", { ...understood({ product, wishes }), exact_count: 12, pages: 2 })).toBe(
    "12 alternatives to Slack, 3 close results, page 1 of 2; those that match “open source” and “for teams” come first",
  );
  expect(shown("slack", understood({ product: { ...product, without: null } }))).toBe("15 sites for “slack”");
  expect(shown("leaving slack", { ...understood({ product, wishes }), exact_count: 0 })).toBe(
    "0 exact matches, 15 close results for “leaving slack”",
  );
});

test("a list says which wishes none of its sites meets", () => {
  const product = { ...slack, without: null };
  const offline = { ...wish("offline"), unmet: "works offline" };
  expect(shown("slack offline", understood({ product, wishes: [offline] }))).toBe(
    "15 alternatives to Slack; none states that it works offline",
  );
  const german = { ...wish("German"), unmet: "is German" };
  expect(shown("chat", understood({ wishes: [offline, wish("open source"), german] }))).toBe(
    "15 sites; none states that it works offline or is German; those that match “open source” come first",
  );
});

test("a list says that no site replaces a known product", () => {
  expect(shown("miro", { ...understood({ unreplaced: "Miro" }), exact_count: 0, pages: 3 })).toBe(
    "No alternative to Miro is listed yet; 15 close results, page 1 of 3",
  );
  expect(shown("miro", { ...understood({ unreplaced: "Miro" }), count: 0 })).toBe(
    "No alternative to Miro is listed yet",
  );
});

test("wishes without a product come first, if the best match does", () => {
  const [first] = wishes;
  expect(shown("open source chat", { ...understood({ wishes: [first!] }), exact_count: 12 })).toBe(
    "12 exact matches, 3 close results; those that match “open source” come first",
  );
  expect(shown("open source chat", understood({ wishes: [first!] }))).toBe(
    "15 sites; those that match “open source” come first",
  );
  expect(shown("open source chat", understood({ wishes }), "newest")).toBe("15 sites for “open source chat”");
});
