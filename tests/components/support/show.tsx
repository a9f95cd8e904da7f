import type { ReactNode } from "react";
import { createMemoryRouter, type InitialEntry, type RouteObject, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { cleanup, render } from "vitest-browser-react";
import type { User } from "#schema/accounts/accounts.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ConfigProvider, routerConfigContext } from "#web/data/config.tsx";
import { setSession } from "#web/data/session.tsx";
import { privateModules } from "#web/private-screens/modules.ts";
import { privateScreen } from "#web/private-screens/routes.tsx";
import { PRIVATE_SCREENS, type ScreenName } from "#web/private-screens/screens.ts";
import { Messages } from "#web/ui/message.tsx";
import { anna } from "../../web/support/anna.ts";
import { answerApi, type Answers } from "./api.ts";
import { until } from "./clock.ts";

const CONFIG = { name: "Directory", origin: location.origin, supportEmail: "help@directory.example" };

/**
 * Shows one screen, below the messages that all screens share, instead of what was shown before. Other paths are blank.
 * Returns the router.
 */
export async function showScreen(
  route: RouteObject & { path: string },
  at: InitialEntry = route.path,
  changes: Partial<DirectoryConfig> = {},
) {
  const config = { ...CONFIG, ...changes };
  const router = createMemoryRouter(
    [{ HydrateFallback: () => null, children: [route, { path: "*", element: null }] }],
    {
      initialEntries: [at],
      getContext: () => new RouterContextProvider(new Map([[routerConfigContext, config]])),
    },
  );
  await cleanup();
  await render(
    <ConfigProvider value={config}>
      <main>
        <RouterProvider router={router} />
      </main>
      <Messages />
    </ConfigProvider>,
  );
  return router;
}

/** Shows a part of a screen. */
export const show = (element: ReactNode) => showScreen({ path: "/", element });

type Options = { user?: User | null; config?: Partial<DirectoryConfig> };

/** Shows a private screen with its guard, its data and its calls. Returns the router and the list of calls. */
export async function showPrivate(
  name: ScreenName,
  at: string,
  answers: Answers,
  { user = anna, config = {} }: Options = {},
) {
  setSession(user);
  const calls = answerApi({ "GET user/": { user }, ...answers });
  // Without the middleware, which loads a new document for another Content-Security-Policy.
  const { middleware: _, ...route } = privateScreen(PRIVATE_SCREENS[name], privateModules[name]);
  const router = await showScreen(route as RouteObject & { path: string }, at, config);
  await until(() => router.state.initialized && !document.querySelector(".screen-pending"));
  return { router, calls };
}

/** Where a router is, with the query. */
export const placeOf = ({ state: { location } }: Awaited<ReturnType<typeof showScreen>>) =>
  location.pathname + location.search;
