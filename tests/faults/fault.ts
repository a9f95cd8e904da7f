/** A mistake that a developer could make, and the tests that must fail because of it. */
export type Fault = {
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  put: string;
  /** Test files or folders, for example "tests/worker/sites". */
  tests: string[];
  /** If no test can fail because of the fault: the reason. */
  unnoticed?: string;
};
