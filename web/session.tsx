import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { ApiError, get } from "./api.ts";

export type SessionUser = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  is_staff: boolean;
  is_superuser: boolean;
};

/** `undefined` until the server has answered, `null` for visitors. */
type Session = SessionUser | null | undefined;

const SessionContext = createContext<Session>(undefined);

/** Pages are rendered alike for everybody, so who is looking is asked once the page stands. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    const request = new AbortController();
    get<{ user: SessionUser }>("check_auth/", request.signal).then(
      ({ user }) => setSession(user),
      (error: unknown) => {
        if (error instanceof ApiError) setSession(null);
      },
    );
    return () => request.abort();
  }, []);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export const useSession = () => use(SessionContext);
