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
            <h3>What exactly do I get with a featured listing?</h3>
          </summary>
          <p>
            Your site takes turns in places that are labelled as paid, and nothing else. A list has at most three of
            these places, in a row above its first page. An article has at most two. All featured sites that fit take
            turns, one minute each, so all get the same share. With more sites, each share is smaller. Paying does not
            move your site up in a list or a search. Likes, the popular alternatives and what others write cannot be
            bought. The link to your site is marked rel=“sponsored”, so search engines know that it is paid for.
          </p>
        </details>
        <details>
          <summary>
            <h3>Does it renew automatically, and how do I cancel?</h3>
          </summary>
          <p>
            Yes: every {LISTING_PERIOD_DAYS} days at the same price, until you cancel on your{" "}
            <Link to={dashboardPath}>dashboard</Link>. You keep what you paid for: your site stays featured until the
            last of the {LISTING_PERIOD_DAYS} days. Then it becomes a standard listing, and nothing is deleted.
          </p>
        </details>
        <details>
          <summary>
            <h3>Can I start for free and upgrade later?</h3>
          </summary>
          <p>
            Yes. <Link to={createSitePath}>List a site</Link> first. You can feature it at any time. You pay for each
            site separately, so you choose which of your sites to feature.
          </p>
        </details>
      </div>
    </section>
  );
}
