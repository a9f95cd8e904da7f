import type { ReactNode } from "react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { render } from "vitest-browser-react";
import { ConfigProvider } from "#web/data/config.tsx";
import { Messages } from "#web/ui/message.tsx";

const CONFIG = { name: "Directory", origin: location.origin, supportEmail: "help@directory.example" };

/** Shows one screen, below the messages that all screens share. Other paths are blank. Returns the router. */
export async function showScreen(route: RouteObject & { path: string }, at: string = route.path) {
  const router = createMemoryRouter(
    [{ HydrateFallback: () => null, children: [route, { path: "*", element: null }] }],
    { initialEntries: [at] },
  );
  await render(
    <ConfigProvider value={CONFIG}>
      <RouterProvider router={router} />
      <Messages />
    </ConfigProvider>,
  );
  return router;
}

/** Shows a part of a screen. */
export const show = (element: ReactNode) => showScreen({ path: "/", element });
