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

  get nowSeconds(): number {
    return Math.floor((this.#now() + this.state.aheadMs) / 1000);
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
      throw new StripeError(404, "invalid_request_error", `No such ${kind}: '${id}'`, { code: "resource_missing" });
    }
    return found as T;
  }

  /** Newest first. */
  list<T extends Stored>(kind: T["object"], matches: (object: T) => boolean = () => true): T[] {
    const all = Object.values(this.state.objects).filter((object): object is T => object.object === kind);
    return all.filter(matches).toReversed();
  }

  emit(type: EventType, object: Stored): void {
    this.state.events.push({ id: this.id("evt"), type, created: this.nowSeconds, object: structuredClone(object) });
  }
}
