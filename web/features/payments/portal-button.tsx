import { useState } from "react";
import { ApiError, send } from "../../api.ts";
import { showMessage } from "../../ui/message.tsx";

export function PortalButton() {
  const [isBusy, setBusy] = useState(false);
  async function open() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { url } = await send<{ url: string }>("POST", "payments/portal/", { body: {} });
      window.location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
      setBusy(false);
    }
  }
  return (
    <p className="actions">
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void open()}>
        {isBusy ? "Opening…" : "Invoices, address and VAT number at Stripe"}
      </button>
    </p>
  );
}
