import type { User } from "#schema/accounts.ts";

/**
 * What the specification keeps in local storage after a log-in with Google: a token, which names it and opens nothing, and
 * its fields of a user.
 */
export function storeGoogleLogin(user: User, token: string): void {
  const { email, first_name, last_name, is_staff, is_superuser } = user;
  try {
    localStorage.setItem("user", JSON.stringify({ email, first_name, last_name, is_staff, is_superuser }));
    localStorage.setItem("token", token);
  } catch {
    // No room, or a browser that keeps nothing. Nothing depends on it.
  }
}

/** Once nobody is signed in, however that came: nothing of it stays in this browser. */
export function clearGoogleLogin(): void {
  try {
    localStorage.removeItem("user");
    localStorage.removeItem("token");
  } catch {
    // Nothing was kept.
  }
}
