/**
 * A row of the specification and the test that covers it: the test's file below `tests/`, and its title as the file has
 * it. The test expects texts between “ and ” word for word.
 */
export type Row = readonly [row: string, file: string, title: string];
