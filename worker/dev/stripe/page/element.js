import { checkOptions, IntegrationError } from "./errors.js";

/** An Element of https://docs.stripe.com/js/element with its events. A subclass sets `node`. */
export class Element {
  listeners = {};

  constructor(group, kind, options, rules) {
    checkOptions(`create('${kind}')`, options, rules);
    Object.assign(this, { group, kind, options, rules });
  }
  emit(name, event = {}) {
    for (const listener of this.listeners[name] ?? []) listener({ elementType: this.kind, ...event });
  }
  on(name, listener) {
    if (typeof listener !== "function") throw new IntegrationError("Missing argument. element.on needs a handler.");
    (this.listeners[name] ??= []).push(listener);
    return this;
  }
  off(name, listener) {
    this.listeners[name] = (this.listeners[name] ?? []).filter((one) => one !== listener);
    return this;
  }
  /** https://docs.stripe.com/js/element/mount */
  mount(where) {
    this.refuseIfGone();
    const place = typeof where === "string" ? document.querySelector(where) : where;
    if (!place) throw new IntegrationError("The selector or node you specified applies to no DOM element.");
    if (this.isMounted) throw new IntegrationError("This Element is already mounted. Use `unmount()` first.");
    if (place.childElementCount > 0) {
      throw new IntegrationError("This Element will be mounted to a DOM element that contains child nodes.");
    }
    this.isMounted = true;
    place.append(this.node);
    void Promise.resolve().then(() => this.isMounted && this.emit("ready", this.readiness));
  }
  update(options) {
    this.refuseIfGone();
    checkOptions(`update('${this.kind}')`, options, this.rules);
    Object.assign(this.options, options);
  }
  /** A destroyed Element cannot be mounted again: https://docs.stripe.com/js/element/other_methods/destroy */
  destroy() {
    this.refuseIfGone();
    this.node.remove();
    this.isMounted = false;
    this.isGone = true;
    delete this.group.elements[this.kind];
  }
  refuseIfGone() {
    if (this.isGone) throw new IntegrationError("This Element has already been destroyed. Please create a new one.");
  }
}
