import { env } from "cloudflare:workers";
import { overrides } from "../security/world.ts";
import type { Overrides } from "../support/app.ts";

/** Contains internals that must not reach a response. */
const REASON = "D1_ERROR: no such column: SELECT password_hash FROM users_of_nobody";

/** Intercepts the calls of a binding. */
type Interceptor = { call<T>(work: () => Promise<T>, name: string): Promise<T> };

/** Fails the calls of a service from the n-th on. */
export class Fault {
  calls = 0;
  readonly failsFrom: number;

  constructor(failsFrom: number) {
    this.failsFrom = failsFrom;
  }

  get isReached() {
    return this.calls >= this.failsFrom;
  }

  call<T>(work: () => Promise<T>): Promise<T> {
    return ++this.calls < this.failsFrom ? work() : Promise.reject(new Error(REASON));
  }
}

const ASYNC_METHODS = new Set([
  "all",
  "run",
  "first",
  "raw",
  "batch",
  "get",
  "put",
  "delete",
  "list",
  "head",
  "getWithMetadata",
]);

/** Intercepts the calls of a binding and of the objects that it returns: sessions and statements. */
export const withFault = <T extends object>(binding: T, fault: Interceptor): T =>
  new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const work = () => Reflect.apply(value, target, args.map(unwrap)) as unknown;
        if (ASYNC_METHODS.has(String(name))) return fault.call(async () => work(), String(name));
        const made = work();
        if (typeof made !== "object" || made === null) return made;
        const proxy = withFault(made, fault);
        originals.set(proxy, made);
        return proxy;
      };
    },
  });

const originals = new WeakMap<object, object>();
/** D1 accepts only its own statements. */
const unwrap = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(unwrap) : (originals.get(value as object) ?? value);

/** Ignores quotes, case and spacing, which Drizzle writes its own way. */
const containsSql = (statement: string, sql: string) => plain(statement).includes(plain(sql));

const plain = (sql: string) => sql.toLowerCase().replace(/["`]/g, "").replace(/\s+/g, " ");

type StatementFault = { message: string; times?: number; isWritten?: boolean };

/**
 * Fails the first `times` calls of statements that contain `text`, in any quoting. With `isWritten` they are executed
 * before they fail.
 */
export class FailingD1 {
  calls = 0;
  readonly #text: string;
  readonly #fault: StatementFault;

  constructor(text: string, fault: StatementFault) {
    this.#text = text;
    this.#fault = fault;
  }

  get env() {
    const withSession = (bookmark?: string) => this.#wrap(env.DB.withSession(bookmark));
    return { DB: { ...this.#wrap(env.DB), withSession } as unknown as D1Database };
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    const { message, times = Infinity, isWritten } = this.#fault;
    this.calls += 1;
    if (this.calls > times) return work();
    if (isWritten) await work();
    throw new Error(message);
  }

  #wrap(d1: Pick<D1Database, "prepare" | "batch"> & Partial<D1DatabaseSession>) {
    const prepare = (query: string) => {
      const statement = d1.prepare(query);
      if (!containsSql(query, this.#text)) return statement;
      const proxy = withFault(statement, this);
      originals.set(proxy, statement);
      return proxy;
    };
    const batch = (statements: D1PreparedStatement[]) => {
      const work = () => d1.batch(unwrap(statements) as D1PreparedStatement[]);
      return statements.some((statement) => originals.has(statement)) ? this.call(work) : work();
    };
    return { prepare, batch, getBookmark: () => d1.getBookmark?.() ?? null };
  }
}

export const SERVICES: Record<string, (fault: Fault) => Overrides> = {
  D1: (fault) => ({ env: { DB: withFault(env.DB, fault) } }),
  KV: (fault) => ({ env: { SESSIONS: withFault(env.SESSIONS, fault) } }),
  R2: (fault) => ({ env: { MEDIA: withFault(env.MEDIA, fault) } }),
  // A mail that the provider refuses is sent later, so no request fails.
  mail: (fault) => ({ ports: { ...overrides().ports, sendMail: () => fault.call(async () => {}) } }),
  "queue of mails": (fault) => ({
    ports: {
      ...overrides().ports,
      queueMail: () => fault.call(async () => {}),
      sendMail: () => Promise.reject(new Error(REASON)),
    },
  }),
  Google: (fault) => overrides({ google: (work) => fault.call(work) }),
  Stripe: (fault) => overrides({ payments: (work) => fault.call(work) }),
};
