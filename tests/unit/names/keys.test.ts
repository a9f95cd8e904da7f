import { expect, test } from "vitest";
import { fold, nameKey } from "#worker/names/keys.ts";

test.each([
  ["  Café  SMØRREBRØD ", "cafe smorrebrod"],
  ["Straße", "strasse"],
  ["Æon", "aeon"],
  ["Łódź", "lodz"],
  ["Đà Nẵng", "da nang"],
  ["İstanbul", "istanbul"],
  ["Diyarbakır", "diyarbakir"],
  ["Ελληνικά", "ελληνικα"],
  ["ＬＩＮＥ", "line"],
])("%s is searched as “%s”", (text, folded) => expect(fold(text)).toBe(folded));

test.each([
  ["7-Zip", "7zip"],
  ["Node.js", "nodejs"],
  ["Wi‑Fi", "wifi"],
  ["AT&T", "att"],
])("%s and %s are one name", (name, other) => expect(nameKey(name)).toBe(other));
