/** An error about the whole form. Always rendered, because screen readers announce only changes in it. */
export function FormMessage({ text }: { text: string }) {
  return (
    <p role="alert" className="form-message">
      {text}
    </p>
  );
}
