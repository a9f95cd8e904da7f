import Table from "@editorjs/table";

type Options = ConstructorParameters<typeof Table>[0];

/** Fixes the official tool, which fails if a row is longer than the first: all rows are filled up to the longest. */
export class TableTool extends Table {
  constructor(options: Options) {
    const { content = [] } = options.data ?? {};
    const width = Math.max(...content.map((row) => row.length));
    const rows = content.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
    super({ ...options, data: { ...options.data, content: rows } });
  }
}
