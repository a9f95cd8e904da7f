import type { Stripe } from "stripe";
import { page, type Route, route } from "./api-route.ts";
import { listOf, mapOf } from "./form.ts";
import { toEvent } from "./stand-in-events.ts";

export const EVENT_ROUTES: Route[] = [
  // Newest first: https://docs.stripe.com/api/events/list
  route<Stripe.EventListParams>(
    "GET",
    "events",
    ["types.*", "created.gte", "limit", "starting_after"],
    ({ bank, params }) => {
      const types = listOf(params["types"]);
      const since = Number(mapOf(params["created"])["gte"] ?? 0);
      const found = bank.state.events.filter(({ type, created }) => types.includes(type) && created >= since);
      return page("/v1/events", params, found.toReversed().map(toEvent));
    },
  ),
];
