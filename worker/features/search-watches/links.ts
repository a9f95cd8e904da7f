import { confirmWatchPath, stopWatchesPath } from "#schema/pages/paths.ts";
import { hmac, isEqual, sha256 } from "../../http/signing.ts";

// Each mail about a watch has two links. Their tokens are signatures, so the links of all mails stay valid as long as
// the watch exists, and D1 holds nothing that opens them.

type Keys = { secretKey: string; origin: string };

const signWatch = (secretKey: string, id: number) => hmac(secretKey, `search-watch:confirm:${id}`);
const signAddress = (secretKey: string, email: string) => hmac(secretKey, `search-watch:stop:${email}`);

export const confirmLink = ({ secretKey, origin }: Keys, id: number): string =>
  origin + confirmWatchPath(`${id}-${signWatch(secretKey, id)}`);

/** The link ends all watches of the email address: the mail about a site is sent when its own watch has ended. */
export const stopLink = ({ secretKey, origin }: Keys, email: string): string =>
  origin + stopWatchesPath(signAddress(secretKey, email));

/** Returns the id of the watch, or undefined if the token was not signed here. */
export function readConfirmToken(secretKey: string, token: string): number | undefined {
  const [, id = "", signature = ""] = /^([1-9]\d{0,14})-(.+)$/.exec(token) ?? [];
  return id !== "" && isEqual(signature, signWatch(secretKey, Number(id))) ? Number(id) : undefined;
}

/** False for an invented text, so that it costs no query. */
export const isStopToken = (token: string) => /^[\w-]{43}$/.test(token);

/** The column `stop_hash` of all watches of the email address. */
export const stopHashOf = (secretKey: string, email: string) => sha256(signAddress(secretKey, email));
