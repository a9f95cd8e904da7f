import { createContext, use } from "react";
import type { SiteConfig } from "#schema/pages.ts";

const ConfigContext = createContext<SiteConfig | null>(null);

export const ConfigProvider = ConfigContext.Provider;

/** Name, origin and support address of whoever runs this directory. */
export function useConfig(): SiteConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error("useConfig() needs a ConfigProvider around the routes.");
  return config;
}
