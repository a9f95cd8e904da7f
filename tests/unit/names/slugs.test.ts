import { expect, test } from "vitest";
import { slugify } from "#worker/names/slugs.ts";

test.each([
  ["कार की दुकान", "कार-की-दुकान"],
  ["สวัสดี", "สวัสดี"],
  ["ນ້ຳ", "ນ້ຳ"],
  ["مُحَمَّد", "مُحَمَّد"],
  ["ガギグ", "ガギグ"],
  // Latin letters keep none.
  ["Café Tiếng Việt", "cafe-tieng-viet"],
  ["Z̷a̸lgo a\u1dc4 A⃝", "zalgo-a-a"],
  ["sla\u0e3ack", "slack"],
  ["1️⃣ App", "1-app"],
  ["µTorrent", "μtorrent"],
  ["카카오Talk", "카카오talk"],
  // Letters of two alphabets that look alike could imitate another slug.
  ["Yandex Почта", ""],
  ["pаypal", ""],
  // A word does not begin with a mark.
  ["\u0941 x \u0301y", "x-y"],
  ["\u0941", ""],
])("the slug of %j is %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test.each([
  // A vowel sign, a joined consonant and a hyphen at the limit of 60.
  ["क".repeat(59) + "की", "क".repeat(59)],
  ["क".repeat(58) + "क्ष", "क".repeat(58)],
  ["กำ".repeat(20) + "น้ำ".repeat(9), "กำ".repeat(20) + "น้ำ".repeat(6)],
  [`${"क".repeat(59)} क`, "क".repeat(59)],
  ["𠮷".repeat(61), "𠮷".repeat(60)],
])("a long name %s is cut between characters", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
