import { type MetricType, onCLS, onINP, onLCP, onTTFB } from "web-vitals";
import type { Beacon, Vitals } from "#schema/beacon.ts";
import { pageKind } from "#schema/page-kinds.ts";

/**
 * Measures the document and reports it when it is hidden, because a hidden page may never come back:
 * https://github.com/GoogleChrome/web-vitals#batch-multiple-reports-together. As in Chrome's own figures, everything
 * counts for the page that was loaded, also if the app has shown others since.
 */
export function reportVitals(): void {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Browsers without `responseStatus` also measure pages of errors.
  if (!loaded || loaded.responseStatus >= 400) return;
  const kind = pageKind(new URL(loaded.name));
  // A histogram cannot take a value back. So each counts as it was when the page was hidden for the first time. A page
  // that comes back from the browser's cache is a new visit, with new metrics.
  const known = new WeakSet<MetricType>();
  let values: Vitals["values"] = {};
  const keep = (metric: MetricType) => {
    if (known.has(metric)) return;
    known.add(metric);
    values = { ...values, [metric.name]: metric.value };
  };
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(keep);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || Object.keys(values).length === 0) return;
    navigator.sendBeacon?.("/api/beacon/", JSON.stringify({ vitals: { kind, values } } satisfies Beacon));
    values = {};
  });
}
