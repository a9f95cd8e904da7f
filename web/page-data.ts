import { generatePath, type Params } from "react-router";
import { call } from "./data/api.ts";
import { type DataOf, type PageName, PAGES, type ReadPage } from "./pages.ts";

/** The call for the data of a page, below `/api/`. */
export function pageCall(name: PageName, params: Params, query = new URLSearchParams()): string {
  const path = `pages${generatePath(PAGES[name].path, params)}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

export const readPage: ReadPage = (name, params, query) => load(pageCall(name, params, query));

const SHARED_MS = 5000;
const running = new Map<string, Promise<DataOf<PageName>>>();

/** A navigation waits for the request that a prefetch has sent. Not all browsers share it by themselves. */
function load(path: string): Promise<DataOf<PageName>> {
  const known = running.get(path);
  if (known) return known;
  const request = call<DataOf<PageName>>(path).finally(forget);
  // A request can hang when a phone changes its network. The next press sends another one.
  setTimeout(forget, SHARED_MS);
  running.set(path, request);
  return request;

  function forget() {
    if (running.get(path) === request) running.delete(path);
  }
}
