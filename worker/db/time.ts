/** Milliseconds since 1970 UTC, as tables hold them, in ISO 8601, as answers hold them. */
export const toIso = (time: number): string => new Date(time).toISOString();
