import { Form } from "react-router";
import { searchPath } from "#schema/pages/paths.ts";
import { SearchIcon } from "../ui/icons.tsx";

/** `words` are the initial text. */
export function ErrorSearch({ words }: { words: string }) {
  return (
    <search className="error-search">
      <label htmlFor="error-search">Search the directory</label>
      <Form className="search-field" action={searchPath}>
        <SearchIcon />
        <input id="error-search" name="q" type="search" defaultValue={words} maxLength={200} />
        <button className="button">Search</button>
      </Form>
    </search>
  );
}
