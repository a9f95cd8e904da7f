import { useNavigate } from "react-router";
import { loginPath, movedPath, productPath, withQuery } from "#schema/pages/paths.ts";
import { ApiError, send } from "../../../data/api.ts";
import { showMessage } from "../../../ui/message.tsx";

/** Makes a checklist at the person's account. Visitors sign in first, and come back. */
export function MoveButton({ product }: { product: string }) {
  const navigate = useNavigate();
  async function start() {
    try {
      await send("PUT", "user/moves/:product/", { params: { product }, body: {} });
      await navigate(movedPath(product));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) await navigate(withQuery(loginPath, { next: productPath(product) }));
      else showMessage(error.message, { isAlert: true });
    }
  }
  return (
    <button type="button" className="link-button needs-script" onClick={() => void start()}>
      I am moving
    </button>
  );
}
