import type { LoaderFunctionArgs } from "react-router";
import { fetchResult, deferIfSlow } from "../../data/screen-data.ts";
import { whenQueryChanges } from "../../data/screen-data.ts";
import { fetchPendingItems } from "./pending/pending-data.ts";

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const models = fetchResult("get_model/", { signal });
  const pending = models.then(({ value: apps = [] }) => fetchPendingItems(apps, signal));
  const [shownModels, shownItems] = await Promise.all([deferIfSlow(models), deferIfSlow(pending)]);
  return { models: shownModels, pending: shownItems };
}

export const shouldRevalidate = whenQueryChanges();
