import type { LoaderFunctionArgs } from "react-router";
import type { SiteSubscription } from "#schema/payments.ts";
import type { Page } from "#schema/sites.ts";
import { fetchResult, deferIfSlow, whenQueryChanges } from "../../screen-data.ts";

export const loader = ({ request }: LoaderFunctionArgs) =>
  deferIfSlow(fetchResult<Page<SiteSubscription>>("payments/", request.signal));

export const shouldRevalidate = whenQueryChanges();
