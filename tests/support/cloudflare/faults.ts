// One place for all that goes wrong on the way.

export type Request = { method: string; path: string };
/** A method and the end of a path (`"POST /d1/database"`), or a function. A query string is no part of the path. */
export type Match = string | ((request: Request) => boolean);

export type Failure = {
  /** Answers with this status and an error of the API. */
  status?: number;
  code?: number;
  message?: string;
  headers?: Record<string, string>;
  /** The call takes effect although it fails. Without it, a call with `status` changes nothing. */
  afterEffect?: boolean;
  /** Closes the connection before the call takes effect, or after it, without an answer. */
  cut?: "before" | "after";
  /** How many calls fail. Default: 1. */
  times?: number;
  /** Runs when the call has failed, for example to stop the caller. */
  afterwards?: () => void;
};

export class Faults {
  readonly #waiting: { match: Match; failure: Failure; left: number }[] = [];

  failNext(match: Match, failure: Failure): void {
    this.#waiting.push({ match, failure, left: failure.times ?? 1 });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  take(request: Request): Failure | undefined {
    const found = this.#waiting.find(({ match, left }) => left > 0 && matches(match, request));
    if (found) found.left -= 1;
    return found?.failure;
  }
}

export function matches(match: Match, { method, path }: Request): boolean {
  if (typeof match === "function") return match({ method, path });
  const [wanted, end] = match.split(" ", 2) as [string, string];
  return method === wanted && path.endsWith(end);
}
