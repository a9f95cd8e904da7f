import type { LoaderFunctionArgs } from "react-router";
import type { SiteSubscription } from "#schema/payments.ts";
import type { Page } from "#schema/sites.ts";
import { ask, soonOrLater, whenQueryChanges } from "../../screen-data.ts";

/** A person's running subscriptions. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  soonOrLater(ask<Page<SiteSubscription>>("payments/", request.signal));

export const shouldRevalidate = whenQueryChanges();
