import type { EventType, State, Stored } from "./objects.ts";

export class StripeError extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, type: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = { type, message, ...details };
  }
}

export const refuse = (message: string, details: Record<string, unknown> = {}) =>
  new StripeError(400, "invalid_request_error", message, details);

/** `resource_missing`: https://docs.stripe.com/error-codes */
export const missing = (kind: string, id: string | null | undefined) => {
  const param = kind.replace(/.*\./, "");
  return new StripeError(404, "invalid_request_error", `No such ${param}: '${id}'`, {
    code: "resource_missing",
    param,
  });
};

/** `at` in Unix seconds. */
export type Due = { at: number; run(): void };

/** Changes the given state in place. */
export class Store {
  readonly state: State;
  protected readonly origin: string;
  readonly #now: () => number;

  constructor(state: State, { now, origin }: { now(): number; origin: string }) {
    this.state = state;
    this.#now = now;
    this.origin = origin;
  }

  get nowMs(): number {
    return this.#now() + this.state.aheadMs;
  }

  get nowSeconds(): number {
    return Math.floor(this.nowMs / 1000);
  }

  /** Moves the clock from one due time to the next one, and then to the end. */
  advanceBy(ms: number): void {
    const end = this.nowMs + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) {
      this.#setClock(Math.max(this.nowMs, next.at * 1000));
      next.run();
    }
    this.#setClock(end);
  }

  #setClock(ms: number): void {
    this.state.aheadMs += ms - this.nowMs;
  }

  #nextDue(end: number): Due | undefined {
    const due = this.due().filter(({ at }) => at * 1000 <= end);
    return due.reduce<Due | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
  }

  /** What happens by itself. Running it must remove it or move it to a later time. */
  protected due(): Due[] {
    return [];
  }

  /** Random like Stripe's: a counter would repeat ids if the state is lost. */
  id(prefix: string): string {
    return `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
  }

  save<T extends Stored>(object: T): T {
    this.state.objects[object.id] = object;
    return object;
  }

  /** Throws Stripe's 404 (`resource_missing`) if there is no object of this kind with this id, or if it is deleted. */
  find<T extends Stored>(kind: T["object"], id: string | null | undefined): T {
    const found = this.state.objects[id ?? ""];
    if (found?.object !== kind || "deleted" in found) {
      throw missing(kind, id);
    }
    return found as T;
  }

  /** Newest first. */
  list<T extends Stored>(kind: T["object"], matches: (object: T) => boolean = () => true): T[] {
    const all = Object.values(this.state.objects).filter((object): object is T => object.object === kind);
    return all.filter(matches).toReversed();
  }

  /** Stripe lists events for 30 days: https://docs.stripe.com/api/events */
  emit(type: EventType, object: Stored): void {
    const [created, id] = [this.nowSeconds, this.id("evt")];
    const recent = this.state.events.filter((event) => event.created > created - EVENTS_KEPT_S);
    this.state.events = [...recent, { object: "event", id, type, created, data: { object: structuredClone(object) } }];
    this.state.waiting.push(id);
  }
}

const EVENTS_KEPT_S = 30 * 86_400;
