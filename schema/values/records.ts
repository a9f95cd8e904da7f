// A plain object inherits `constructor`, `__proto__` and others. A text from a request must not find them.

/** Returns the record's own value, or undefined. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Returns a record that inherits nothing, for keys from a request. */
export const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
