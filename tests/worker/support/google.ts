import type { Google, GoogleIdentity } from "#worker/ports.ts";
import { ANNA } from "./people.ts";

/** What Google says of Anna. Google does not own the domain of her email address. */
export const ANNA_AT_GOOGLE = { sub: "42", email: ANNA, isAuthoritative: false, firstName: "Anna", lastName: "Lind" };

/** A Google that accepts each code. `identify` says whose a credential is. */
export const googleThat = (
  identify: (credential: string, nonce: string) => Promise<GoogleIdentity | undefined>,
  redeem = async () => "credential",
): Google => ({
  clientId: "client",
  authorizationUrl: () => new URL("https://accounts.google.com/"),
  redeem,
  identify,
});
