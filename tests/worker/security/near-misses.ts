import * as fc from "fast-check";

/** Values that broke other servers, for any place in a JSON body. */
const HOSTILE: unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  "",
  "\0",
  "\ud800",
  "\u202e\u200b",
  "x".repeat(70_000),
  "' OR 1=1 --",
  '%_*"^:(NEAR',
  "__proto__",
  "../../etc/passwd",
  "https://user:pass@127.0.0.1/",
  "javascript:alert(1)",
  "2026-02-30T25:61:61Z",
  "+275760-09-13T00:00:00.001Z",
  [],
  [[]],
  {},
  { length: -1 },
  { toString: 1, valueOf: 2, toJSON: 3 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`),
];

const text = fc.string({
  unit: fc.constantFrom(..."aZ09 _-./%\\'\"<>&:;*?#=[]{}()\0\n\t\u00e9\u202e\ud800\u{1f600}"),
  maxLength: 30,
});
const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }), text);

/** The valid value with one error in it, at any depth. */
function nearly(good: unknown): fc.Arbitrary<unknown> {
  if (typeof good !== "object" || good === null) return value;
  const keys = fc.constantFrom(...Object.keys(good), "toString", "0", "id");
  const inside = keys.chain((key) =>
    nearly((good as Record<string, unknown>)[key]).map((wrong) =>
      Array.isArray(good) ? [wrong, ...good.slice(1)] : { ...good, [key]: wrong },
    ),
  );
  const without = keys.map((key) => ({ ...good, [key]: undefined }));
  return fc.oneof({ weight: 4, arbitrary: inside }, without, fc.constant([good]), value);
}

const toJson = (wrong: unknown) => JSON.stringify(wrong) ?? "undefined";

/** JSON with an error, or invalid JSON. */
export const nearJson = (good: object): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: nearly(good).map(toJson) },
    fc.constant(toJson(good)),
    fc.nat({ max: toJson(good).length }).map((end) => toJson(good).slice(0, end)),
    text,
  );

/** Path segments of a client that escapes nothing. */
const segment = fc.oneof(
  fc.constantFrom("0", "-1", "1e3", "9007199254740993", "%00", "%", "%ff%fe", "..%2f..", "__proto__", "a".repeat(3000)),
  text.map((part) => encodeURIComponent(part.toWellFormed())),
);

/** The path, often with one of its later segments changed, and with a query. */
export const nearPath = (good: string): fc.Arbitrary<string> => {
  const parts = good.split("?")[0]!.split("/");
  const names = fc.constantFrom(..."page q sort category ids url filter site_id next code state to app".split(" "));
  const query = fc.array(
    fc.tuple(names, segment).map((pair) => pair.join("=")),
    { maxLength: 3 },
  );
  return fc.tuple(fc.nat({ max: parts.length }), segment, query).map(([index, part, asked]) => {
    const path = index > 2 ? parts.with(Math.min(index, parts.length - 1), part).join("/") : good;
    return asked.length === 0 ? path : `${path.split("?")[0]}?${asked.join("&")}`;
  });
};
