import type { SiteSubscription } from "#schema/payments.ts";
import type { Page } from "#schema/sites.ts";
import { useAnswer } from "../../use-answer.ts";

/** The running subscriptions of whoever is signed in. */
export function useSubscriptions() {
  const { answer, error, reload } = useAnswer<Page<SiteSubscription>>("payments/");
  return {
    list: answer?.results,
    hasFailed: error !== undefined,
    reload,
    of: (siteId: number) => answer?.results.find(({ site_id }) => site_id === siteId),
  };
}

export type Subscriptions = ReturnType<typeof useSubscriptions>;
