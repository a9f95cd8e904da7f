import EditorJS from "@editorjs/editorjs";

export type OpenEditor = { save(): Promise<string>; focus(): void; close(): void };
type Listener = { onChange: (content: string) => void; onMessage: (text: string) => void };

export async function openEditor(holder: HTMLElement, initial: string, { onChange }: Listener): Promise<OpenEditor> {
  const editor = new EditorJS({ holder, data: initial ? JSON.parse(initial) : { blocks: [] } });
  await editor.isReady;
  const save = async () => JSON.stringify(await editor.save());
  editor.on("block changed", () => void save().then(onChange));
  return { save, focus: () => editor.focus(), close: () => editor.destroy() };
}
