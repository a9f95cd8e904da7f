import { redirect, type LoaderFunctionArgs } from "react-router";
import type { User } from "#schema/accounts/accounts.ts";
import { adminPath, dashboardPath, loginPath } from "#schema/pages/paths.ts";
import { ApiError } from "../../data/api.ts";
import { retryWhenOnline } from "../../browser/offline.ts";
import { loadSession, fetchSession, isStaff, mayBeSignedIn } from "../../data/session.tsx";
import { readSignInParams, withNext } from "./sign-in-params.ts";

/** Where a sign-in leads that did not start at another page. */
export const pathAfterSignIn = (user: User) => (isStaff(user) ? adminPath : dashboardPath);

/** Loader of a protected screen. Redirects visitors to the sign-in screen, which then leads back. */
export async function requireUser({ request }: LoaderFunctionArgs): Promise<User> {
  const user = await loadUser();
  const { pathname, search } = new URL(request.url);
  if (!user) throw redirect(withNext(loginPath, pathname + search));
  return user;
}

/** Loader of a screen for staff. Redirects other users to their dashboard. */
export async function requireStaff(args: LoaderFunctionArgs): Promise<User> {
  const user = await requireUser(args);
  if (!isStaff(user)) throw redirect(dashboardPath);
  return user;
}

/** For loaders of screens that have additional parts for staff. */
export const isForStaff = async (signal: AbortSignal): Promise<boolean> =>
  isStaff(await retryWhenOnline(loadSession, signal));

/** Loader of the sign-in screen. Redirects users who are already signed in. */
export async function requireVisitor({ request }: LoaderFunctionArgs): Promise<null> {
  // If the request fails, the form is shown.
  const user = mayBeSignedIn() && (await fetchSession("user/").catch(() => null));
  if (user) throw redirect(readSignInParams(null, new URL(request.url).searchParams).next ?? pathAfterSignIn(user));
  return null;
}

/**
 * Loads the signed-in user, or null for a visitor.
 * @throws Response with the API's status, or the original error if the network failed.
 */
export async function loadUser(): Promise<User | null> {
  try {
    return await fetchSession("user/");
  } catch (error) {
    if (error instanceof ApiError && error.status) throw new Response(null, { status: error.status });
    throw error;
  }
}
