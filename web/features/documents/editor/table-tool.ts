import Table from "@editorjs/table";

type Options = ConstructorParameters<typeof Table>[0];

/** The official tool, which fails where a row is longer than the first. */
export class TableTool extends Table {
  constructor(options: Options) {
    const { content = [] } = options.data ?? {};
    const width = Math.max(...content.map((row) => row.length));
    const rows = content.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
    super({ ...options, data: { ...options.data, content: rows } });
  }
}
