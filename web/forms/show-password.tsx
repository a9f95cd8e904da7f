import { useState } from "react";

/** The type of a form's password inputs and the checkbox that shows what is in them. */
export function useShowPassword() {
  const [isShown, setShown] = useState(false);
  const checkbox = (
    <label className="checkbox">
      <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
      Show Password
    </label>
  );
  return { type: isShown ? "text" : "password", checkbox };
}
