import { Link } from "react-router";
import { createSitePath, dashboardPath } from "#schema/pages/paths.ts";
import { PAST_DUE_DAYS, PLANS, RENEWAL_NOTICE_DAYS } from "#schema/payments/pricing.ts";

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
            Yes: every {PLANS.month.days} or {PLANS.year.days} days at the same price, until you cancel. To cancel,
            press two buttons on your <Link to={dashboardPath}>dashboard</Link>. You keep what you paid for: your site
            stays featured until the last of these days. Then it becomes a standard listing, and nothing is deleted.
          </p>
          <p>
            We email you {RENEWAL_NOTICE_DAYS} days before the renewal of a year. If a renewal fails, we email you, too,
            and your site stays featured for up to {PAST_DUE_DAYS} days while Stripe tries again. Another card repairs
            it, and no day is lost. Otherwise the site has a standard listing then.
          </p>
        </details>
        <details>
          <summary>
            <h3>Can I start for free and upgrade later?</h3>
          </summary>
          <p>
            Yes. <Link to={createSitePath}>List a site</Link> first. You can feature it at any time. You pay for each
            site separately, so you choose which of your sites to feature. You choose a month or a year when you pay. To
            change it, cancel, and choose the other one at the end.
          </p>
        </details>
      </div>
    </section>
  );
}
