import type { Event, State } from "./objects.ts";

const API_VERSION = "2026-10-28.endive";

/** https://docs.stripe.com/api/events/object */
export const toEvent = ({ id, type, created, object }: State["events"][number]): Event => ({
  object: "event",
  id,
  api_version: API_VERSION,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
