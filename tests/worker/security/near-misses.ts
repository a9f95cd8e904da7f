import * as fc from "fast-check";

/** Values that broke other servers, for any place in a JSON body. */
const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e\u200b",
  "x".repeat(70_000),
  "1; DROP TABLE sites",
  "' OR 1=1 --",
  '%_*"^:(NEAR',
  "__proto__",
  "constructor",
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

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.jsonValue({ maxDepth: 3 }),
  text,
  fc.double().map((number) => (Number.isFinite(number) ? number : null)),
);

const keyOf = (object: object) => fc.constantFrom(...Object.keys(object), "__proto__", "toString", "0", "id");

/** The valid value with one error in it, at any depth. */
function nearly(good: unknown): fc.Arbitrary<unknown> {
  if (typeof good !== "object" || good === null) return value;
  const inside = keyOf(good).chain((key) =>
    nearly((good as Record<string, unknown>)[key]).map((wrong) =>
      Array.isArray(good) ? [wrong, ...good.slice(1)] : withOwn(good, key, wrong),
    ),
  );
  const without = keyOf(good).map((key) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== key)));
  return fc.oneof({ weight: 4, arbitrary: inside }, without, fc.constant([good]), value);
}

/** Defines also `__proto__` as an ordinary property, as JSON.parse does. */
function withOwn(object: object, key: string, own: unknown): object {
  return Object.defineProperty({ ...object }, key, {
    value: own,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** JSON with several errors, or invalid JSON. */
export const nearJson = (good: object): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: nearly(good).map(toJson) },
    { weight: 3, arbitrary: nearly(good).chain(nearly).map(toJson) },
    fc.constant(toJson(good)),
    fc.constant(toJson(good).replace(/[\d"].*/s, "NaN}")),
    fc.nat({ max: toJson(good).length }).map((end) => toJson(good).slice(0, end)),
    text,
  );

const toJson = (wrong: unknown) => JSON.stringify(wrong) ?? "undefined";

/** A multipart form with a field that is missing, doubled, unknown or of another type. */
export const nearForm = (good: () => FormData): fc.Arbitrary<FormData> =>
  fc
    .tuple(keyOf(Object.fromEntries(good())), value, fc.constantFrom("set", "append", "delete", "file", "none"))
    .map(([name, wrong, how]) => {
      const form = good();
      const written = typeof wrong === "string" ? wrong.toWellFormed() : toJson(wrong);
      if (how === "delete") form.delete(name);
      if (how === "set" || how === "append") form[how](name, written);
      if (how === "file") form.set(name, new File([written], "a\r\n.svg", { type: "image/svg+xml" }));
      return form;
    });

/** Path segments of a client that escapes nothing. */
const segment = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1e3",
    "9007199254740993",
    "%00",
    "%",
    "%ff%fe",
    "..%2f..",
    "%ud800",
    "__proto__",
    "a".repeat(3000),
  ),
  text.map((part) => encodeURIComponent(part.toWellFormed())),
);

/** The path, often with one of its later segments changed and with a query. */
export const nearPath = (good: string): fc.Arbitrary<string> => {
  const parts = good.split("?")[0]!.split("/");
  const asked = fc.tuple(
    fc.constantFrom(..."page q sort category ids url filter site_id next code state to app __proto__".split(" ")),
    segment,
  );
  return fc
    .tuple(fc.nat({ max: parts.length }), segment, fc.array(asked, { maxLength: 3 }), fc.boolean())
    .map(([index, part, query, isAltered]) => {
      const path = isAltered && index > 2 ? parts.with(Math.min(index, parts.length - 1), part) : parts;
      const base = query.length === 0 && !isAltered ? good : path.join("/");
      return query.length === 0 ? base : `${base.split("?")[0]}?${query.map((pair) => pair.join("=")).join("&")}`;
    });
};

const latin = fc.string({ unit: fc.constantFrom(..."aZ09 =;,\"'%/*()<>:.-_"), maxLength: 60 });

export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .dictionary(
    fc.constantFrom(
      "Accept",
      "Accept-Language",
      "Authorization",
      "If-None-Match",
      "If-Modified-Since",
      "Range",
      "Stripe-Signature",
      "User-Agent",
      "X-Forwarded-For",
      "X-HTTP-Method-Override",
    ),
    latin,
    { maxKeys: 3 },
  )
  .map((headers) => Object.fromEntries(Object.entries(headers).map(([name, sent]) => [name, sent.trim()])));

export const contentType = fc.constantFrom(
  ...Array.from({ length: 8 }, () => "application/json"),
  "application/json; charset=utf-16",
  "APPLICATION/JSON;x",
  "application/jsonp",
  "text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/x-www-form-urlencoded",
  "",
);
