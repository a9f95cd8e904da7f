/**
 * A row of the specification, and the test that covers it: its file below `tests/` and its title, or the template of
 * the title, as it stands there. What stands between “ and ” is what the test expects, word for word.
 */
export type Row = readonly [row: string, file: string, title: string];
