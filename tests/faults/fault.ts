/** A mistake that a developer could make in a source file, and the tests that must fail because of it. */
export type Fault = {
  /** Says what goes wrong in the product. */
  name: string;
  file: string;
  /** A text that occurs exactly once in the file. */
  find: string;
  /** The text that replaces it. */
  put: string;
  /** Test files or folders, for example "tests/worker/sites". */
  tests: string[];
  /** Set if no test can fail because of the fault: the reason. */
  unnoticed?: string;
};
