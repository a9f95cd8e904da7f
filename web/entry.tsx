import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { HydrationState } from "react-router";
import type { SiteConfig } from "#schema/pages.ts";
import { ConfigProvider } from "./config.tsx";
import { pageData } from "./page-data.ts";
import { prefetchOnIntent } from "./prefetch.ts";
import { createRoutes } from "./routes.tsx";
import "./styles.css";

// worker/pages/render.tsx writes this block into every document.
const embedded = document.getElementById("page-data")!.textContent;
const { config, hydrationData } = JSON.parse(embedded) as { config: SiteConfig; hydrationData?: HydrationState };

const routes = createRoutes(pageData);
const root = document.getElementById("root")!;
const app = (
  <ConfigProvider value={config}>
    <RouterProvider router={createBrowserRouter(routes, hydrationData ? { hydrationData } : {})} />
  </ConfigProvider>
);
if (hydrationData) hydrateRoot(root, app);
else createRoot(root).render(app);
prefetchOnIntent(routes);
