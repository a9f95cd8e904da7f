import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MetricType } from "web-vitals";
import { reportVitals } from "#web/features/vitals/report-vitals.ts";
import { sampleVitals } from "#web/features/vitals/sample-vitals.ts";

const observers = vi.hoisted(() => new Map<string, (metric: MetricType) => void>());

vi.mock("web-vitals", () =>
  Object.fromEntries(
    ["LCP", "INP", "CLS", "TTFB"].map((name) => [
      `on${name}`,
      (keep: (metric: MetricType) => void) => observers.set(name, keep),
    ]),
  ),
);

const measured = (name: string, value: number) => ({ name, value }) as MetricType;
const report = (metric: MetricType) => observers.get(metric.name)!(metric);

let page: EventTarget & { hidden: boolean };
let reports: unknown[];

beforeEach(() => {
  observers.clear();
  page = Object.assign(new EventTarget(), { hidden: false });
  reports = [];
  vi.stubGlobal("document", page);
  setBrowser();
  openPage("https://directory.example/alternatives/slack", 200);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const openPage = (name: string, responseStatus?: number) =>
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ name, responseStatus }] as never);

function setBrowser(facts: object = {}): void {
  const sendBeacon = (path: string, body: string) => reports.push([path, JSON.parse(body)]);
  vi.stubGlobal("navigator", { sendBeacon, ...facts });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
}

function hide(): void {
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
}

test("one report has all that was measured until the page was hidden, with the kind of the page that was loaded", () => {
  reportVitals();
  for (const [name, value] of [
    ["TTFB", 90.5],
    ["LCP", 1100],
    ["CLS", 0],
  ] as const)
    report(measured(name, value));
  expect(reports).toEqual([]);
  hide();
  hide();
  expect(reports).toEqual([
    ["/api/beacon/", { vitals: { kind: "product", values: { TTFB: 90.5, LCP: 1100, CLS: 0 } } }],
  ]);
});

test("a value counts once, also if it grows after the page was hidden, and a new visit has its own", () => {
  reportVitals();
  const shift = measured("CLS", 0.1);
  report(shift);
  hide();
  shift.value = 0.3;
  report(shift);
  report(measured("INP", 80));
  hide();
  // The browser shows the page from its cache.
  report(measured("CLS", 0.2));
  hide();
  const values = reports.map((sent) => (sent as [string, { vitals: { values: object } }])[1].vitals.values);
  expect(values).toEqual([{ CLS: 0.1 }, { INP: 80 }, { CLS: 0.2 }]);
});

test("a page of an error is not measured", () => {
  openPage("https://directory.example/gone", 404);
  reportVitals();
  expect([...observers]).toEqual([]);
});

/** Returns whether the page is measured. */
async function isMeasured(random: number, facts: object = {}): Promise<boolean> {
  observers.clear();
  setBrowser(facts);
  vi.spyOn(Math, "random").mockReturnValue(random);
  sampleVitals((run) => run());
  await vi.dynamicImportSettled();
  return observers.size > 0;
}

test("one of ten pages is measured", async () => {
  expect(await isMeasured(0.099)).toBe(true);
  expect(await isMeasured(0.1)).toBe(false);
});

test.each([{ webdriver: true }, { globalPrivacyControl: true }, { connection: { saveData: true } }])(
  "a browser with %j is not measured",
  async (facts) => {
    expect(await isMeasured(0, facts)).toBe(false);
    expect(await isMeasured(0, { webdriver: false, globalPrivacyControl: false, connection: {} })).toBe(true);
  },
);
