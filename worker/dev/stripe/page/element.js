import { checkOptions, IntegrationError } from "./errors.js";

/** An Element of https://docs.stripe.com/js/element with its events. A subclass puts its fields into `node`. */
export class Element {
  constructor(group, kind, options, rules) {
    checkOptions(`create('${kind}')`, options, rules);
    this.group = group;
    this.kind = kind;
    this.options = options;
    this.rules = rules;
    this.listeners = {};
  }
  emit(name, event = {}) {
    for (const listener of this.listeners[name] ?? []) listener({ elementType: this.kind, ...event });
  }
  on(name, listener) {
    if (typeof listener !== "function") throw new IntegrationError("Missing argument. element.on needs a handler.");
    (this.listeners[name] ??= []).push(listener);
    return this;
  }
  once(name, listener) {
    const wrapped = (event) => {
      this.off(name, wrapped);
      listener(event);
    };
    return this.on(name, wrapped);
  }
  off(name, listener) {
    this.listeners[name] = listener ? (this.listeners[name] ?? []).filter((one) => one !== listener) : [];
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
    void this.load();
  }
  /** Tells that the element can be used. A subclass first reads what it shows. */
  async load() {
    await Promise.resolve();
    if (this.isMounted) this.emit("ready");
  }
  update(options) {
    this.refuseIfGone();
    checkOptions(`update('${this.kind}')`, options, this.rules);
    this.options = { ...this.options, ...options };
    return this;
  }
  unmount() {
    this.refuseIfGone();
    this.node.remove();
    this.isMounted = false;
  }
  /** A destroyed Element cannot be mounted again: https://docs.stripe.com/js/element/other_methods/destroy */
  destroy() {
    this.unmount();
    this.isGone = true;
    this.group.forget(this);
  }
  refuseIfGone() {
    if (this.isGone) throw new IntegrationError("This Element has already been destroyed. Please create a new one.");
  }
  focus() {
    this.node.querySelector("input, select, button")?.focus();
  }
  blur() {
    if (this.node.contains(document.activeElement)) document.activeElement.blur();
  }
  clear() {
    for (const input of this.node.querySelectorAll("input:not([type=radio])")) input.value = "";
    this.emitChange();
  }
  emitChange() {}
  /** What `elements.submit()` finds wrong, or undefined. */
  check() {
    return undefined;
  }
}
