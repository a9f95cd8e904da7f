import type { User } from "#schema/accounts.ts";
import { setSession } from "../../session.tsx";

/** What the specification keeps in local storage after a log-in with Google. The token names it and opens nothing. */
export function rememberLogin(user: User, token: string): void {
  setSession(user);
  try {
    localStorage.setItem("user", JSON.stringify(user));
    localStorage.setItem("token", token);
  } catch {
    // No room, or a browser that keeps nothing. Nothing depends on it.
  }
}

/** Once the server has ended the session: nothing of it stays in this browser. */
export function leaveAccount(): void {
  setSession(null);
  try {
    localStorage.removeItem("user");
    localStorage.removeItem("token");
  } catch {
    // Nothing was kept.
  }
}
