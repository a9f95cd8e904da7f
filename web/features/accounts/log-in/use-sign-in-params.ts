import { useLocation, useSearchParams } from "react-router";
import { useHydrated } from "../../../use-hydrated.ts";
import { readSignInParams } from "../sign-in-params.ts";

/** What the screen before handed over. The Worker does not know the browser's history, so it counts once scripts run. */
export function useSignInParams() {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const [search] = useSearchParams();
  return readSignInParams(isHydrated ? state : null, search);
}
