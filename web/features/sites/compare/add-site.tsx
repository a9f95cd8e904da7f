import { useState } from "react";
import { Form, useNavigate } from "react-router";
import { comparePath, compareStartPath } from "#schema/pages/paths.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { suggestSites } from "../list/suggestions.tsx";

/** Without scripts, the name is sent to the first page of comparisons, which leads back here. */
export function AddSite({ slugs }: { slugs: string[] }) {
  const navigate = useNavigate();
  // An added site leaves the field empty.
  const [added, setAdded] = useState(0);
  return (
    <Form className="comparison-add" action={compareStartPath} key={added}>
      {slugs.map((slug) => (
        <input key={slug} type="hidden" name="site" value={slug} />
      ))}
      <label htmlFor="add-site">Add a site</label>
      <Combobox
        id="add-site"
        name="site"
        required
        suggest={suggestSites}
        onChoose={({ slug }) => {
          setAdded(added + 1);
          void navigate(comparePath(...new Set([...slugs, slug])));
        }}
      />
      <button className="button">Add</button>
    </Form>
  );
}
