import { useEffect, useSyncExternalStore } from "react";
import type { User } from "#schema/accounts/accounts.ts";
import { ApiError, csrfToken, get } from "./api.ts";
import { clearGoogleLogin } from "../browser/google-login-storage.ts";

// Only the browser sets these variables. The Worker renders every page as for a visitor.
let current: User | null = null;
let pending: Promise<User | null> | undefined;
const listeners = new Set<() => void>();

/** Null for visitors, and for all users until the API has responded. */
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

/** Call it after a sign-in, log-out or change of name. Responses to earlier `fetchSession` calls are then ignored. */
export function setSession(user: User | null): void {
  pending = undefined;
  current = user;
  if (!user) clearGoogleLogin();
  for (const listener of listeners) listener();
}

/**
 * Fetches and sets the user; null for a visitor. Concurrent calls share one request.
 * @throws ApiError if the request fails with anything but 401.
 */
export function fetchSession(call: "user/" | "check_auth/"): Promise<User | null> {
  if (pending) return pending;
  const request: Promise<User | null> = get(call, {})
    .then(
      ({ user }) => user,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      },
    )
    .then((user) => {
      if (pending === request) setSession(user);
      return current;
    })
    .finally(() => {
      if (pending === request) pending = undefined;
    });
  pending = request;
  return request;
}

/** Without the CSRF cookie, the browser cannot be signed in, and no request is needed. */
export const mayBeSignedIn = () => csrfToken() !== "";

/**
 * Fetches the session if the user is not known yet. Null for a visitor.
 * @throws ApiError if the request fails.
 */
export const loadSession = async (): Promise<User | null> =>
  current ?? (mayBeSignedIn() ? fetchSession("check_auth/") : null);

/** After the first render, because the rendered HTML is the same for all users. */
export function useSessionCheck(): void {
  useEffect(() => {
    // If the request fails, the page stays as it is for visitors.
    if (mayBeSignedIn()) fetchSession("check_auth/").catch(() => {});
    else clearGoogleLogin();
  }, []);
}
