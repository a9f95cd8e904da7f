import { ApiError, get } from "./api.ts";
import { onceOnline } from "./offline.ts";

/** What a call brought: its answer, or why there is none. */
export type Outcome<T> = { answer: T; error?: undefined } | { answer?: undefined; error: ApiError };

/** What a loader gives a screen at once: an outcome, or the promise of one that takes longer. */
export type Data<T> = { outcome: Outcome<T> | Promise<Outcome<T>> };

/** How long a loader waits, so that a screen on a fast network is shown complete and not first without its data. */
const PATIENCE_MS = 200;

/** A refusal is an outcome, too: the screen stays and says so. */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await call() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

/** For loaders: what a GET call brings, asked for again once there is a network. */
export const ask = <T>(path: string, signal: AbortSignal): Promise<Outcome<T>> =>
  outcomeOf(() => onceOnline(() => get<T>(path, signal), signal));

/** For loaders of screens that show their frame until the data is here; shown by `<Loaded>`. */
export async function soonOrLater<T>(outcome: Promise<Outcome<T>>): Promise<Data<T>> {
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  return { outcome: (await Promise.race([outcome, patience])) ?? outcome };
}
