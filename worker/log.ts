import { AsyncLocalStorage } from "node:async_hooks";
import { DrizzleQueryError } from "drizzle-orm/errors";

/** Fields on every line of a request or a scheduled run. */
type Scope = { request: string } | { run: string };

const scope = new AsyncLocalStorage<Scope>();

export const inLogScope = <T>(facts: Scope, work: () => T): T => scope.run(facts, work);

// Each line is one object, because Workers Logs indexes its fields.

/** Never pass an email or IP address, a token or text that a visitor typed. */
export function logInfo(facts: Record<string, unknown>): void {
  console.info({ ...scope.getStore(), ...facts });
}

export type ErrorLine = Partial<Scope> & Description;

let report: ((line: ErrorLine) => void) | undefined;

/** Gives all later errors of the log to `to` as well. */
export function reportErrors(to: typeof report): void {
  report = to;
}

/** For failures that the operator should look at. */
export function logError(error: unknown): void {
  const line = { ...scope.getStore(), ...describe(error) };
  console.error(line);
  report?.(line);
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
  // Drizzle puts the values of a query into its message, and they may be personal data.
  const isQuery = error instanceof DrizzleQueryError;
  return {
    name,
    message: isQuery ? `A query failed: ${error.query}` : error.message,
    stack: isQuery ? undefined : error.stack,
    ...(cause !== undefined && { cause: describe(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describe) }),
  };
}
