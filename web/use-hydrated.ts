import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether scripts have taken over the page. Before, a form on it could only be sent as an address and a press on a
 * button would be lost, so what needs scripts is disabled until then.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
