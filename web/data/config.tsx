import { createContext, use } from "react";
import { createContext as createRouterContext } from "react-router";
import type { DirectoryConfig } from "#schema/pages/pages.ts";

const ConfigContext = createContext<DirectoryConfig | null>(null);

/** The config for loaders. It is set only in the browser. */
export const routerConfigContext = createRouterContext<DirectoryConfig>();

export const ConfigProvider = ConfigContext.Provider;

export function useConfig(): DirectoryConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error("useConfig() needs a ConfigProvider around the routes.");
  return config;
}
