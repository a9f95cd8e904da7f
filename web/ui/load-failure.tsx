import "./load-failure.css";

/** Replaces content that could not be loaded, with a button to try again. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="load-failure">
      <p className="form-message" role="alert">
        {text}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
