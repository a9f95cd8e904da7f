import { env } from "cloudflare:workers";

/** Returns the database, with other methods in its sessions. */
export const dbWith = (methods: (session: D1DatabaseSession) => Partial<D1DatabaseSession>) =>
  ({
    withSession(start: string) {
      const session = env.DB.withSession(start);
      return {
        prepare: (query: string) => session.prepare(query),
        batch: (statements: D1PreparedStatement[]) => session.batch(statements),
        getBookmark: () => session.getBookmark(),
        ...methods(session),
      };
    },
  }) as unknown as D1Database;
