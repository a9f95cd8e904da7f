import type { BlogStatus } from "#schema/articles/blogs.ts";
import { Field } from "../../../forms/field.tsx";
import type { BlogDraft } from "./blog-draft.ts";

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Props = {
  /** Undefined for a new post. */
  status: BlogStatus | undefined;
  draft: Pick<BlogDraft, "when" | "at">;
  change: (changes: Partial<BlogDraft>) => void;
  error: string | undefined;
};

export function PublicationField({ status, draft, change, error }: Props) {
  const options = [
    ["now", status === "published" ? "Published" : "Publish now"],
    ["later", "Publish later"],
    ["draft", status === "published" ? "Unpublish and keep as a draft" : "Keep as a draft"],
  ] as const;
  return (
    <fieldset className="publication-field">
      <legend>Publication</legend>
      {options.map(([when, text]) => (
        <label key={when} className="checkbox">
          <input type="radio" name="when" checked={draft.when === when} onChange={() => change({ when })} />
          {text}
        </label>
      ))}
      {draft.when === "later" && (
        <Field
          name="published_at"
          label="Publication time"
          type="datetime-local"
          value={draft.at}
          onChange={(event) => change({ at: event.currentTarget.value })}
          error={error}
          hint={`In your time zone (${TIME_ZONE}).`}
        />
      )}
    </fieldset>
  );
}
