import { Link } from "react-router";
import { createSitePath, dashboardPath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS } from "#schema/pricing.ts";

export function Questions() {
  return (
    <section className="section questions" aria-labelledby="questions-title">
      <h2 id="questions-title">Frequently Asked Questions</h2>
      <div className="disclosures">
        <details>
          <summary>
            <h3>What exactly does a featured listing buy?</h3>
          </summary>
          <p>
            Turns in places that are labelled as paid, and nothing else. A list has at most three of them, in a row
            above its first page, and an article at most two. All featured sites that fit take turns there, a minute
            each, so everybody gets the same share; with more sites it is a smaller one. In the list itself and in a
            search your site stands where it would stand without paying. Likes, the popular alternatives and what others
            write cannot be bought, and search engines are told by rel=“sponsored” that the link is paid for.
          </p>
        </details>
        <details>
          <summary>
            <h3>Does it renew by itself, and how do I cancel?</h3>
          </summary>
          <p>
            Yes: every {LISTING_PERIOD_DAYS} days at the same rate, until you cancel in your{" "}
            <Link to={dashboardPath}>dashboard</Link>. Cancelling stops the renewal. What is paid stays paid: your site
            is featured until the last of the {LISTING_PERIOD_DAYS} days and then becomes a standard listing, with
            nothing of it deleted.
          </p>
        </details>
        <details>
          <summary>
            <h3>Can I start for free and change later?</h3>
          </summary>
          <p>
            Yes. <Link to={createSitePath}>List a site</Link> first; you can feature it whenever you like. Each site is
            paid for on its own, so of several sites you choose the ones that are worth it to you.
          </p>
        </details>
      </div>
    </section>
  );
}
