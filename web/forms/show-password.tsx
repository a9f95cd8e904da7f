import { useState } from "react";
import { useHydrated } from "../use-hydrated.ts";

/** Returns the `type` of a form's password inputs, and the checkbox that shows their text. */
export function useShowPassword() {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const checkbox = (
    <label className="checkbox">
      <input
        type="checkbox"
        disabled={!isHydrated}
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
      Show Password
    </label>
  );
  return { type: isShown ? "text" : "password", checkbox };
}
