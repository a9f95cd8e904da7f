import { useLocation, useSearchParams } from "react-router";
import { useHydrated } from "../../../use-hydrated.ts";
import { loginState } from "../next-path.ts";

/** What the screen before handed over. The Worker does not know the browser's history, so it counts once scripts run. */
export function useLoginState() {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const [search] = useSearchParams();
  return loginState(isHydrated ? state : null, search);
}
