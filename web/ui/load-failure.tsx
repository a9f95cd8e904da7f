import { FormMessage } from "../forms/form-message.tsx";
import "./load-failure.css";

/** In place of what could not be loaded. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="load-failure">
      <FormMessage text={text} />
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
