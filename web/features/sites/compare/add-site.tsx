import { useState } from "react";
import { Form, useNavigate, useSearchParams } from "react-router";
import { comparePath, compareStartPath, withQuery } from "#schema/pages/paths.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { suggestSites } from "../list/suggestions.tsx";

/** Without scripts, the name is sent to the first page of comparisons, which leads back here. */
export function AddSite({ slugs }: { slugs: string[] }) {
  const navigate = useNavigate();
  const leaving = useSearchParams()[0].get("leaving");
  // An added site leaves the field empty.
  const [added, setAdded] = useState(0);
  return (
    <Form className="comparison-add" action={compareStartPath} key={added}>
      {slugs.map((slug) => (
        <input key={slug} type="hidden" name="site" value={slug} />
      ))}
      {leaving && <input type="hidden" name="leaving" value={leaving} />}
      <label htmlFor="add-site">Add a site</label>
      <Combobox
        id="add-site"
        name="site"
        required
        suggest={suggestSites}
        onChoose={({ slug }) => {
          setAdded(added + 1);
          void navigate(withQuery(comparePath(...new Set([...slugs, slug])), { leaving }));
        }}
      />
      <button className="button">Add</button>
    </Form>
  );
}
