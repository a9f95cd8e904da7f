import { useState } from "react";
import { useLocation } from "react-router";

const TABS = ["details", "alternatives", "images", "facts", "content"] as const;
export type Tab = (typeof TABS)[number];

/** Links open the tab that their fragment names. */
export function useOpenTab() {
  const location = useLocation();
  const [tab, openTab] = useState<Tab>("details");
  const [followed, setFollowed] = useState<typeof location>();
  if (followed !== location) {
    setFollowed(location);
    openTab(TABS.find((name) => `#${name}` === location.hash) ?? tab);
  }
  return { tab, openTab, location };
}
