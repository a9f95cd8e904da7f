import { Field } from "../../forms/field.tsx";
import type { SiteDraft } from "./site-draft.ts";

type Props = {
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => void;
  error: string | undefined;
};

/** The link of a site. */
export function LinkField({ draft, change, error }: Props) {
  return (
    <Field
      name="link"
      label="Site link"
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="url"
      value={draft.link}
      onChange={(event) => change({ link: event.target.value })}
      error={error}
    />
  );
}
