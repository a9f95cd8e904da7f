/**
 * Runs `act` again if the local runtime closed the connection. It closes idle connections, and a busy machine may notice
 * that too late.
 */
export const retryIfClosed = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error: unknown) => (isClosed(error) ? act() : Promise.reject(error)));

const isClosed = (error: unknown): boolean =>
  error instanceof Error && (error.message === "other side closed" || isClosed(error.cause));
