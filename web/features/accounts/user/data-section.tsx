/** A plain link: the browser downloads better than a script. */
export function DataSection() {
  return (
    <section className="card" aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <p>Everything that is stored about you and by you, as one JSON file.</p>
      <p>
        <a className="button" href="/api/user/export/" download>
          Download my data
        </a>
      </p>
    </section>
  );
}
