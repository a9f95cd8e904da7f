import { useEffect, useSyncExternalStore } from "react";
import type { User } from "#schema/accounts.ts";
import { ApiError, csrfToken, get } from "./api.ts";
import { clearGoogleLogin } from "./google-login-storage.ts";

// Only a browser ever writes these: the Worker renders every page as for a visitor.
let current: User | null = null;
let asking: Promise<User | null> | undefined;
const listeners = new Set<() => void>();

/** Who is signed in; `null` for visitors, and for everybody until the server has answered. */
export const useSession = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isStaff = (user: User | null) => user !== null && (user.is_staff || user.is_superuser);

/** Whoever signs in or out, or changes their name, says so here. What was asked before is answered too late. */
export function setSession(user: User | null): void {
  asking = undefined;
  current = user;
  if (!user) clearGoogleLogin();
  for (const listener of listeners) listener();
}

/**
 * Asks the server who is signed in; questions at the same time share one answer. `null`: nobody.
 * @throws ApiError where it does not say.
 */
export function fetchSession(call: "user/" | "check_auth/"): Promise<User | null> {
  if (asking) return asking;
  const question: Promise<User | null> = get<{ user: User }>(call)
    .then(
      ({ user }) => user,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      },
    )
    .then((user) => {
      if (asking === question) setSession(user);
      return current;
    })
    .finally(() => {
      if (asking === question) asking = undefined;
    });
  asking = question;
  return question;
}

/** Whoever signs in gets this cookie before. Other visitors, nearly all, need not ask. */
export const mayBeSignedIn = () => csrfToken() !== "";

/**
 * Who is signed in, once the server has answered: asked again where a bad network kept it from answering.
 * @throws ApiError where it still does not say.
 */
export const loadSession = async (): Promise<User | null> =>
  current ?? (mayBeSignedIn() ? fetchSession("check_auth/") : null);

/** Pages are rendered alike for everybody, so who is looking is asked once the page stands. */
export function useSessionCheck(): void {
  useEffect(() => {
    // Offline, the page is read without the answer.
    if (mayBeSignedIn()) fetchSession("check_auth/").catch(() => {});
    else clearGoogleLogin();
  }, []);
}
