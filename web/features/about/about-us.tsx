import { Link } from "react-router";
import { blogsPath, contactPath, createSitePath, homePath, pricePath } from "#schema/pages/paths.ts";
import { MAX_SWITCH_TEXT, MIN_FIGURES } from "#schema/sites/switches.ts";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { useConfig } from "../../data/config.tsx";

export function AboutUs() {
  const { name, operator, supportEmail } = useConfig();
  return (
    <>
      <p>
        {name} is a directory of software alternatives. Software makers list their sites here, name the popular products
        that a site can replace, and write an article about it. If you look for an alternative, you can{" "}
        <Link to={homePath}>search and browse</Link>: by what a site does, or by the product that you want to replace.
      </p>
      <h3>How sites are listed</h3>
      <p>
        Anyone with an account can <Link to={createSitePath}>list a site</Link>. A listing has a name, a link, a short
        description, a category, up to {MAX_ALTERNATIVES} products that it replaces, and an article. The owner writes
        all texts. We review listings and remove those that break the <Link to="?tab=terms">terms</Link>. We do not test
        the software: a listing is not a recommendation.
      </p>
      <h3>How the lists are ordered</h3>
      <p>
        Lists show the newest sites first, and a search shows the best match first. Nearly equal matches stand by stars,
        recent commits and known facts. Closed and archived projects stand last. Paying changes none of this. Popular
        alternatives are ordered by the number of listed sites that can replace them. Each signed-in user can like a
        site once. Likes cannot be bought.
      </p>
      <h3 id="moved">How moves are counted</h3>
      <p>
        Anyone whose account is older than a day can say how the move from a product to a site went: once for each pair,
        and once for each mailbox, in at most {MAX_SWITCH_TEXT} characters. You can change your answer or take it back.
        The owner of a site, and people with an email address at its domain, cannot answer. The owner can reply once to
        each answer. Pages never say who wrote what.
      </p>
      <p>
        Our staff look at answers that come in bursts or from one network, or that contain a web address, before they
        are shown. Answers of suspended and deleted accounts leave the pages and the counts. Pages show figures from{" "}
        {MIN_FIGURES} answers on, and fewer answers only as texts. The list of a product stands by best fit first. Among
        equals, we take how many surely stayed and subtract how many went back, each at the lower bound of the Wilson
        interval, so that a few answers weigh little.
      </p>
      <h3 id="counted">How listings are counted</h3>
      <p>
        Owners see how many people met their listing, opened its page and visited its website, by day and by place on
        this site. A person counts once a day for each place, and a card counts if half of it was on the screen for a
        second. We store no address and set no cookie: see the <Link to="?tab=privacy">privacy policy</Link>. Programs
        that say what they are, what is faster than people, and many visits from one network are counted apart. People
        with one address and the same browser count as one.
      </p>
      <h3>What you can pay for</h3>
      <p>
        A standard listing is free and stays free. Owners can pay for a <Link to={pricePath}>featured listing</Link>.
        Featured listings take turns in a row of at most three above the first page of a list, and in at most two places
        inside an article. Both are labelled: FEATURED in lists, and Sponsored inside articles. There is no other
        advertising, and nobody pays for what our <Link to={blogsPath}>blog posts</Link> say.
      </p>
      <h3>How to reach us</h3>
      <p>
        Use the <Link to={contactPath}>contact form</Link>. You can also report a listing there: if it is wrong or
        misleading, or if it lists your software without your permission.
      </p>
      {operator && (
        <>
          <h3>Imprint</h3>
          <address>
            {operator.name}
            <br />
            {operator.address}
            <br />
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </address>
          {operator.register && <p>Register: {operator.register}</p>}
          {operator.vatId && <p>VAT number: {operator.vatId}</p>}
        </>
      )}
    </>
  );
}
