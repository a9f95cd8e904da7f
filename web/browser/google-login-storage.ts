import type { User } from "#schema/accounts/accounts.ts";

/**
 * Stores the user and a token in local storage after a sign-in with Google, as the specification asks. No endpoint
 * accepts the token.
 */
export function storeGoogleLogin(user: User, token: string): void {
  const { email, first_name, last_name, is_staff, is_superuser } = user;
  try {
    localStorage.setItem("user", JSON.stringify({ email, first_name, last_name, is_staff, is_superuser }));
    localStorage.setItem("token", token);
  } catch {
    // Local storage is full or disabled.
  }
}

/** Call it when no user is signed in. */
export function clearGoogleLogin(): void {
  try {
    localStorage.removeItem("user");
    localStorage.removeItem("token");
  } catch {
    // Local storage is disabled.
  }
}
