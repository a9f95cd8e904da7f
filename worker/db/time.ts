/** Unix ms to ISO 8601, the format of the JSON API. */
export const toIso = (time: number): string => new Date(time).toISOString();
