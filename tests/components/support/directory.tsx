import { createBrowserRouter, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { User } from "#schema/accounts/accounts.ts";
import { ConfigProvider, routerConfigContext } from "#web/data/config.tsx";
import { setSession } from "#web/data/session.tsx";
import type { DataOf, PageName } from "#web/pages.ts";
import { createRoutes } from "#web/routes.tsx";

const CONFIG = { name: "Directory", origin: location.origin, supportEmail: "help@directory.example" };

/** Each gets what the path names, such as the slug of a site, and the query. */
export type Readers = {
  [N in PageName]?: (subject: string, query: URLSearchParams) => DataOf<N> | Promise<DataOf<N>>;
};

/** Opens the whole app with the browser's own history. Returns the router. */
export async function openPage(path: string, readers: Readers = {}, user: User | null = null) {
  if (user) setSession(user);
  else document.cookie = "csrftoken=; path=/; max-age=0";
  const read = async (name: PageName, params: object, query: URLSearchParams) =>
    (await readers[name]!(String(Object.values(params)[0]), query)) as never;
  const before = location.href;
  history.replaceState(null, "", path);
  const router = createBrowserRouter([{ HydrateFallback: () => null, children: createRoutes(read) }], {
    getContext: () => new RouterContextProvider(new Map([[routerConfigContext, CONFIG]])),
  });
  onTestFinished(() => {
    router.dispose();
    history.replaceState(null, "", before);
    localStorage.clear();
  });
  await render(
    <ConfigProvider value={CONFIG}>
      <RouterProvider router={router} />
    </ConfigProvider>,
  );
  await page.getByRole("heading", { level: 1 }).findElement();
  return router;
}

/** Where the browser is, with the query. */
export const address = () => location.pathname + location.search;
