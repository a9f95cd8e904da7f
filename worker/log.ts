import { AsyncLocalStorage } from "node:async_hooks";
import { DrizzleQueryError } from "drizzle-orm/errors";

/** What each line says that is written during a piece of work: of which request, or of which run of the schedule. */
type Scope = { request: string } | { run: string };

const scope = new AsyncLocalStorage<Scope>();

export const inLogScope = <T>(facts: Scope, work: () => T): T => scope.run(facts, work);

// Each line is one object: Workers Logs keep its fields, so that lines are found by them.

/** What happened, for whoever looks for it later. Never an address, a token or a text that somebody typed. */
export function logInfo(facts: Record<string, unknown>): void {
  console.info({ ...scope.getStore(), ...facts });
}

/** What failed and needs a person's eye. */
export function logError(error: unknown): void {
  console.error({ ...scope.getStore(), ...describe(error) });
}

type Description = {
  name: string;
  message: string;
  stack?: string | undefined;
  cause?: Description;
  errors?: Description[];
};

function describe(error: unknown): Description {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, cause } = error;
  // Drizzle writes the values of a query into its message, and those are people's.
  const isQuery = error instanceof DrizzleQueryError;
  return {
    name,
    message: isQuery ? `A query failed: ${error.query}` : error.message,
    stack: isQuery ? undefined : error.stack,
    ...(cause !== undefined && { cause: describe(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describe) }),
  };
}
