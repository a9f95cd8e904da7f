/**
 * A row of the specification and the test that covers it: its file below `tests/` and its exact title. The test expects
 * texts between “ and ” word for word.
 */
export type Row = readonly [row: string, file: string, title: string];
