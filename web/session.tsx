import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { get } from "./api.ts";

export type SessionUser = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  is_staff: boolean;
  is_superuser: boolean;
};

const SessionContext = createContext<SessionUser | null>(null);

/** Whoever signs in gets this cookie before. Other visitors, nearly all, need not ask. */
const mayBeSignedIn = () => document.cookie.includes("csrftoken=");

/** Pages are rendered alike for everybody, so who is looking is asked once the page stands. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<SessionUser | null>(null);
  useEffect(() => {
    if (!mayBeSignedIn()) return;
    const request = new AbortController();
    get<{ user: SessionUser }>("check_auth/", request.signal).then(
      (answer) => setUser(answer.user),
      // Signed out, or offline: the page is read without it.
      () => {},
    );
    return () => request.abort();
  }, []);
  return <SessionContext value={user}>{children}</SessionContext>;
}

/** Who is signed in; `null` for visitors, and for everybody until the server has answered. */
export const useSession = () => use(SessionContext);
