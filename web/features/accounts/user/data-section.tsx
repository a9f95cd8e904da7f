export function DataSection() {
  return (
    <section className="screen-section" aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <p>Everything that we store about you, as one JSON file.</p>
      <p>
        <a className="button" href="/api/user/export/" download>
          Download my data
        </a>
      </p>
    </section>
  );
}
