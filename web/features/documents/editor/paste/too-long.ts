/** The pasted text has more parts than an article may have. */
export class TooLong extends Error {}
