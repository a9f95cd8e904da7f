import { useState } from "react";
import { ApiError, send } from "../../data/api.ts";
import { showMessage } from "../../ui/message.tsx";

/** To change the address and the VAT number at Stripe. */
export function PortalButton({ siteId }: { siteId: number }) {
  const [isBusy, setBusy] = useState(false);
  async function open() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { url } = await send("POST", "payments/portal/", { body: { site_id: siteId } });
      window.location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
      setBusy(false);
    }
  }
  return (
    <button type="button" className="button" aria-disabled={isBusy} onClick={() => void open()}>
      {isBusy ? "Opening…" : "Address and VAT number"}
    </button>
  );
}
