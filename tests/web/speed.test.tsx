import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { type Speed, type SpeedFigure, type SpeedRow, VITALS } from "#schema/vitals.ts";
import { formatVital, rateVital } from "#web/features/admin/speed/rate-vital.ts";
import { SpeedFigures } from "#web/features/admin/speed/speed-card.tsx";
import { textOf } from "./support/render.tsx";

const row = (name: string, figures: Record<string, SpeedFigure>): SpeedRow => ({
  name,
  vitals: Object.fromEntries(
    VITALS.map((vital) => [vital, figures[vital] ?? { count: 0, p75: null }]),
  ) as SpeedRow["vitals"],
});

const SPEED: Speed = {
  rows: [
    row("home", { LCP: { count: 1234, p75: 1240 }, INP: { count: 20, p75: 500.5 }, CLS: { count: 1, p75: null } }),
    row("product", { LCP: { count: 40, p75: 2600 }, CLS: { count: 40, p75: 0.034 }, TTFB: { count: 40, p75: 90.4 } }),
  ],
  days: [row("2026-11-20", { LCP: { count: 1274, p75: 15_000 } })],
  countries: ["DE", "AT", "XX"],
};

const show = (speed: Speed, query = "") =>
  textOf(
    renderToStaticMarkup(
      <MemoryRouter initialEntries={[`/admin${query}`]}>
        <SpeedFigures speed={speed} />
      </MemoryRouter>,
    ),
  );

test("each figure has its unit, its rating in words and the number of measured pages", () => {
  const text = show(SPEED);
  expect(text).toContain("Home 1.24 s Good 1,234 pages 501 ms Poor 20 pages Too few 1 page Not measured");
  expect(text).toContain(
    "Product 2.6 s Needs improvement 40 pages Not measured 0.034 Good 40 pages 90 ms Good 40 pages",
  );
  expect(text).toContain("20 November 2026 15.0 s or more Poor 1,274 pages");
});

test("staff choose a page or a country, by name", () => {
  expect(show(SPEED)).toMatch(/All pages, all countries Home .* Other Austria Germany Unknown country/);
  expect(show(SPEED, "?speed=home")).toContain("Country Largest part shown");
  expect(show(SPEED, "?speed=AT")).toContain("Page Largest part shown");
  expect(show({ ...SPEED, rows: [row("XX", {})] }, "?speed=home")).toContain("Unknown country Not measured");
});

test("if nothing was measured, a sentence says so, and staff can still choose", () => {
  const text = show({ rows: [], days: [], countries: [] }, "?speed=post");
  expect(text).toContain("Nothing was measured.");
  expect(text).toContain("All pages, all countries");
});

test("the bounds of the ratings belong to the better one", () => {
  expect([200, 201, 500, 501].map((p75) => rateVital("INP", p75))).toEqual([
    "Good",
    "Needs improvement",
    "Needs improvement",
    "Poor",
  ]);
  expect([0, 1, 999.4, 999.5].map((p75) => formatVital("LCP", p75))).toEqual(["0 ms", "1 ms", "999 ms", "1.0 s"]);
  // A rating never contradicts the figure beside it.
  expect([0, 0.1, 0.102, 1].map((p75) => formatVital("CLS", p75))).toEqual(["0", "0.1", "0.102", "1 or more"]);
});
