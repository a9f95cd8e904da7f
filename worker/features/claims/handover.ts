import { HANDOVER_DAYS } from "#schema/sites/ownership.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { hmac, isEqual } from "../../http/signing.ts";
import type { OwnedSite } from "./find.ts";

type To = { email: string; now: number };

/** For the mailed link. It is stored nowhere, and ends when the listing is saved or gets another owner. */
export const handoverToken = (secretKey: string, site: OwnedSite, { email, now }: To) =>
  sign(secretKey, site, { email, until: now + HANDOVER_DAYS * DAY_MS });

export function isHandedOver(secretKey: string, site: OwnedSite, token: string, { email, now }: To): boolean {
  const until = Number.parseInt(token);
  return until > now && isEqual(token, sign(secretKey, site, { email, until }));
}

const sign = (secretKey: string, { id, updatedAt }: OwnedSite, { email, until }: { email: string; until: number }) =>
  `${until}.${hmac(secretKey, `hand-over:${id}:${updatedAt}:${email}:${until}`)}`;
