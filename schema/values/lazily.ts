/** Makes a value when it is first needed. A format of `Intl` takes milliseconds on a phone, and a page needs few of them. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
