import { useEffect } from "react";
import { useFetcher } from "react-router";
import { MAX_TERM_WORDS } from "#schema/admin.ts";
import { AsyncContent } from "../../layout/async-content.tsx";
import { firstWords } from "./record/fields.ts";
import { FormButton } from "../../forms/form-button.tsx";
import { NewRecordForm } from "./record/new-record-form.tsx";
import type { RowActionProps } from "./record/use-record-changes.ts";
import { recordsPath } from "./record/record-query.ts";
import type { loader } from "./record/records-data.ts";

const SYNONYMS = "search/synonym";

/** Makes a synonym of what visitors search for. */
export function MakeSynonym({ record, name, onAdd, onTyped }: RowActionProps) {
  return (
    <FormButton label="Synonym…" of={` from ${name}`} title="Make a synonym" onTyped={onTyped}>
      {(close, touch) => (
        <SynonymForm
          term={firstWords(String(record["q"]), MAX_TERM_WORDS)}
          onTouched={touch}
          onAdd={async (...added) => {
            await onAdd(...added);
            close();
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}

/** `index` means the loader of the list, not one of the routes around it. */
const FIELDS = `${recordsPath({ model: SYNONYMS })}&index`;
const NOT_LOADED = { result: new Promise<never>(() => {}) };

type FormProps = Pick<RowActionProps, "onAdd"> & { term: string; onTouched: () => void; onClose: () => void };

/** Loads the fields of synonyms. */
function SynonymForm({ term, onAdd, onTouched, onClose }: FormProps) {
  const { data, load } = useFetcher<typeof loader>();
  useEffect(() => void load(FIELDS), [load]);
  return (
    <AsyncContent data={data ?? NOT_LOADED} skeleton="form">
      {(list) => (
        <NewRecordForm
          {...{ fields: list.fields, note: list.note, onTouched, onClose }}
          values={{ term }}
          onAdd={(values) => onAdd(SYNONYMS, list, values)}
        />
      )}
    </AsyncContent>
  );
}
