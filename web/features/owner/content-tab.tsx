import { useState } from "react";
import { EditOrPreview } from "../documents/edit-or-preview.tsx";
import { ContentField, readContent, type ContentFieldProps } from "./content-field.tsx";

/** The article, to edit or to look at as visitors will. The editor is loaded once somebody comes here. */
export function ContentTab({ isOpen, ...field }: ContentFieldProps & { isOpen: boolean }) {
  const { editor, change, error } = field;
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;

  const read = async () => change({ content: await readContent(editor.current, "Error saving content") }).content;
  return (
    <EditOrPreview read={read} error={error}>
      <ContentField {...field} />
    </EditOrPreview>
  );
}
