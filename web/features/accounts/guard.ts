import { redirect, type LoaderFunctionArgs } from "react-router";
import type { User } from "#schema/accounts.ts";
import { adminPath, dashboardPath, loginPath } from "#schema/paths.ts";
import { ApiError } from "../../api.ts";
import { retryWhenOnline } from "../../offline.ts";
import { loadSession, fetchSession, isStaff, mayBeSignedIn } from "../../session.tsx";
import { readSignInParams, withNext } from "./sign-in-params.ts";

/** Where signing in leads whoever did not come from a page. */
export const pathAfterSignIn = (user: User) => (isStaff(user) ? adminPath : dashboardPath);

/** Loader of a protected screen: whoever is not signed in is sent to sign in, and comes back. */
export async function requireUser({ request }: LoaderFunctionArgs): Promise<User> {
  const user = await loadUser();
  const { pathname, search } = new URL(request.url);
  if (!user) throw redirect(withNext(loginPath, pathname + search));
  return user;
}

/** Loader of a screen for staff and superusers; others are sent to their own. */
export async function requireStaff(args: LoaderFunctionArgs): Promise<User> {
  const user = await requireUser(args);
  if (!isStaff(user)) throw redirect(dashboardPath);
  return user;
}

/** For loaders of parts that staff alone see, on screens for everybody. */
export const isForStaff = async (signal: AbortSignal): Promise<boolean> =>
  isStaff(await retryWhenOnline(loadSession, signal));

/** Loader of the screen to sign in: whoever is signed in goes on to where signing in leads. */
export async function requireVisitor({ request }: LoaderFunctionArgs): Promise<null> {
  // Where the server does not say, the form does no harm.
  const user = mayBeSignedIn() && (await fetchSession("user/").catch(() => null));
  if (user) throw redirect(readSignInParams(null, new URL(request.url).searchParams).next ?? pathAfterSignIn(user));
  return null;
}

/** Loader of a screen that shows visitors something else. */
export async function loadUser(): Promise<User | null> {
  try {
    return await fetchSession("user/");
  } catch (error) {
    // A response lets the error page tell a busy server from a network that failed.
    if (error instanceof ApiError && error.status) throw new Response(null, { status: error.status });
    throw error;
  }
}
