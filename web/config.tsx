import { createContext, use } from "react";
import { createContext as createRouterContext } from "react-router";
import type { DirectoryConfig } from "#schema/pages.ts";

const ConfigContext = createContext<DirectoryConfig | null>(null);

/** The same for loaders of screens, which run in browsers only. */
export const routerConfigContext = createRouterContext<DirectoryConfig>();

export const ConfigProvider = ConfigContext.Provider;

/** Name, origin and support address of whoever runs this directory. */
export function useConfig(): DirectoryConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error("useConfig() needs a ConfigProvider around the routes.");
  return config;
}
