import { expect, test } from "vitest";
import { isBlank, normalizeLine } from "#schema/values/text.ts";
import { nameKey } from "#worker/names/keys.ts";

/** Invisible characters: format characters, joiners, variation selectors, Hangul fillers, Khmer vowels, an empty Braille cell. */
const INVISIBLE =
  "\u00ad \u034f \u061c \u115f \u1160 \u17b4 \u17b5 \u180e \u200b \u200c \u200d \u200f \u2060 \u2064 \u206a \u3164 \ufe0f \ufeff \uffa0 \ufffc \u{1d173} \u{e0041} \u{e01ef}".split(
    " ",
  );

test.each(INVISIBLE.map((char) => [char.codePointAt(0)!.toString(16), char] as const))(
  "a name with the invisible U+%s means the same and is stored without it",
  (_, char) => {
    for (const name of [`Slack${char}`, `${char}Slack`, `Sl${char}ack`, `Slack${char}${char}`]) {
      expect(normalizeLine(name)).toBe("Slack");
      expect(nameKey(name)).toBe("slack");
    }
    expect(isBlank(`${char} ${char}`)).toBe(true);
  },
);

test("an empty Braille cell is a space", () => {
  expect([normalizeLine("\u2800Two\u2800 words\u2800"), isBlank("\u2800")]).toEqual(["Two words", true]);
});

test.each([
  "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  "\u0d28\u0d28\u0d4d\u200d \u0d15",
  "\u0915\u094d\u200d\u0937",
  "\u{1f469}\u200d\u{1f4bb} Code",
  "\u2615\ufe0f Caf\u00e9",
  "\u2764\ufe0f\u200d\u{1f525} Hot",
  "1\ufe0f\u20e3 One",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Pub",
])("invisible characters that scripts and emoji need are kept: %s", (name) => expect(normalizeLine(name)).toBe(name));
