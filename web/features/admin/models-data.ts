import type { LoaderFunctionArgs } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { whenQueryChanges } from "../../screen-data.ts";
import { fetchInbox } from "./inbox/inbox-data.ts";

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const models = fetchResult<AdminApp[]>("get_model/", signal);
  const inbox = models.then(({ value: apps = [] }) => fetchInbox(apps, signal));
  const [shownModels, shownInbox] = await Promise.all([deferIfSlow(models), deferIfSlow(inbox)]);
  return { models: shownModels, inbox: shownInbox };
}

export const shouldRevalidate = whenQueryChanges();
