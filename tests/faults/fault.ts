/** A mistake that somebody could make, and the tests that must notice it. */
export type Fault = {
  /** What goes wrong for people, in a few words. */
  name: string;
  file: string;
  /** A text that stands in the file exactly once, and what takes its place. */
  find: string;
  put: string;
  /** Test files or folders below `tests/`. */
  tests: string[];
  /** Why no test can notice it, if none can. */
  unnoticed?: string;
};
