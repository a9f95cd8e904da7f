import { ACCOUNT_MESSAGES, type GoogleCodeSent, type GoogleLogin } from "#schema/accounts/accounts.ts";
import { ApiError, get, send } from "../../../data/api.ts";
import { loadScript } from "../../../browser/load-script.ts";
import type { GoogleIdentity } from "./google-identity.ts";

const SCRIPT = "https://accounts.google.com/gsi/client";

/** An error whose message is shown to the user. */
class SignInProblem extends Error {}

/**
 * Signs in with Google's prompt in this page. There is no timeout: the promise settles when the prompt closes.
 * @throws Error; `problemOf` returns the text to show for it.
 */
export async function signInWithGoogle(clientId: string, script = SCRIPT): Promise<GoogleLogin | GoogleCodeSent> {
  const identity = await openIdentity(script);
  const { nonce } = await get("auth/google-login/", {}).catch(() => {
    throw new SignInProblem("Failed to initialize Google authentication");
  });
  const token = await askForCredential(identity, clientId, nonce);
  return send("POST", "auth/google-login/", {
    body: { token },
    fallbackError: ACCOUNT_MESSAGES.googleFailed,
  });
}

export const problemOf = (error: unknown) =>
  error instanceof SignInProblem || error instanceof ApiError ? error.message : ACCOUNT_MESSAGES.googleFailed;

export const closePrompt = () => window.google?.accounts?.id?.cancel();

async function openIdentity(script: string): Promise<GoogleIdentity> {
  if (!window.google) {
    await loadScript(script).catch(() => {
      throw new SignInProblem("Failed to load Google authentication script");
    });
  }
  const identity = window.google?.accounts?.id;
  if (!identity) throw new SignInProblem("Google authentication not ready. Please refresh the page.");
  return identity;
}

function askForCredential(identity: GoogleIdentity, clientId: string, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new SignInProblem(message));
    const failToShow = () => fail("Failed to show Google sign-in. Please try again.");
    try {
      identity.initialize({
        client_id: clientId,
        nonce,
        use_fedcm_for_prompt: true,
        callback: ({ credential }) => (credential ? resolve(credential) : fail(ACCOUNT_MESSAGES.googleMissing)),
      });
    } catch {
      fail("Failed to initialize Google authentication");
      return;
    }
    try {
      identity.prompt((moment) => {
        const isGone = moment.isDismissedMoment() && moment.getDismissedReason() !== "credential_returned";
        if (isGone || moment.isSkippedMoment() || moment.isNotDisplayed?.()) failToShow();
      });
    } catch {
      failToShow();
    }
  });
}
