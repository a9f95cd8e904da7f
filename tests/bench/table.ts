type Cell = string | number | undefined;

/** Returns a table in Markdown. */
export function table<T>(columns: string[], list: T[], toCells: (item: T) => Cell[]): string {
  const rows = [columns, columns.map(() => "---"), ...list.map(toCells)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
