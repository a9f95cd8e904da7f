/** What is wrong with a whole form. Always rendered, because screen readers only announce what changes in it. */
export function FormMessage({ text }: { text: string }) {
  return (
    <p role="alert" className="form-message">
      {text}
    </p>
  );
}
