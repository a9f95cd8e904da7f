/**
 * Does it once more if the local runtime had closed the connection: it does so with idle ones, of which a busy machine
 * may hear too late.
 */
export const retryIfClosed = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error: unknown) => (isClosed(error) ? act() : Promise.reject(error)));

const isClosed = (error: unknown): boolean =>
  error instanceof Error && (error.message === "other side closed" || isClosed(error.cause));
