/**
 * Returns the HTML around each page. Static assets sometimes fail once: the local runtime does on a busy machine.
 * @throws Error if they fail twice, because the edge would keep a page that is made of an error.
 */
export async function fetchShell(assets: Fetcher, origin: string): Promise<string> {
  const load = () => assets.fetch(new URL("/index.html", origin));
  const first = await load();
  const file = first.status < 500 ? first : await load();
  if (file.status !== 200) throw new Error(`The shell of the pages was not served: ${file.status}.`);
  return file.text();
}
