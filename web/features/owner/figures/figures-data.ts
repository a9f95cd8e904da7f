import type { LoaderFunctionArgs } from "react-router";
import { MAX_FIGURE_DAYS } from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { get } from "../../../data/api.ts";
import { toResult, whenQueryChanges } from "../../../data/screen-data.ts";
import { retryWhenOnline } from "../../../browser/offline.ts";

/** All days at once: each period is a part of them, and the days before a featured place may be long ago. */
export function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const now = Date.now();
  const options = { params: { id: params["id"]! }, signal };
  const query = { from: isoDay(now - (MAX_FIGURE_DAYS - 1) * DAY_MS), to: isoDay(now) };
  return toResult(() =>
    retryWhenOnline(async () => {
      const [{ days }, site] = await Promise.all([
        get("sites/:id/figures/", { ...options, query }),
        get("sites/:id/", options),
      ]);
      return { days, site };
    }, signal),
  );
}

export const shouldRevalidate = whenQueryChanges();
