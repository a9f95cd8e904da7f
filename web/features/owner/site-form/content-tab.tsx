import { useEffect, useState } from "react";
import { loadEditorAhead } from "../../documents/field/load-editor.ts";
import { EditOrPreview } from "../../documents/field/edit-or-preview.tsx";
import type { EditableSite } from "#schema/sites/sites.ts";
import { SitePreview } from "./site-preview.tsx";
import { ContentField, readContent, type ContentFieldProps } from "./content-field.tsx";

type Props = ContentFieldProps & {
  site: EditableSite;
  isOpen: boolean;
  /** The element that the preview is rendered into. */
  place: Element | null;
};

/** The editor is opened when the tab is opened for the first time. */
export function ContentTab({ site, isOpen, place, ...field }: Props) {
  const { editor, change, error } = field;
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  useEffect(loadEditorAhead, []);
  if (!wasOpened) return null;

  const read = async () => change({ content: await readContent(editor.current, "Error saving content") }).content;
  return (
    <EditOrPreview
      read={read}
      error={error}
      place={isOpen ? place : null}
      renderPage={(content) => <SitePreview draft={{ ...field.draft, content }} site={site} />}
    >
      <ContentField {...field} />
    </EditOrPreview>
  );
}
