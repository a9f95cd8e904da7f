import { Link } from "react-router";
import { blogsPath, contactPath, createSitePath, homePath, pricePath } from "#schema/paths.ts";
import { MAX_ALTERNATIVES } from "#schema/sites.ts";
import { useConfig } from "../../config.tsx";

export function AboutUs() {
  const { name } = useConfig();
  return (
    <>
      <p>
        {name} is a directory of software alternatives. People who make a product list it here, say which popular
        software it can replace, and write an article about it. People who look for something else{" "}
        <Link to={homePath}>search and browse</Link>: by what a product does, or by the name of the product they want to
        leave.
      </p>
      <h3>How a listing comes about</h3>
      <p>
        Anybody with an account can <Link to={createSitePath}>list a site</Link>: a name, a link, one line of
        description, a category, up to {MAX_ALTERNATIVES} products that it replaces, and an article. The words are the
        owner’s own. We check listings and remove what breaks the <Link to="?tab=terms">terms</Link>; we do not test the
        products, and a listing here is no recommendation.
      </p>
      <h3>How the lists are ordered</h3>
      <p>
        Lists show the newest sites first, a search the best match. Paying changes neither. Popular alternatives are
        counted: they are the products that most listed sites say they replace. Likes come from signed-in people, one
        each, and cannot be bought.
      </p>
      <h3>What is paid for</h3>
      <p>
        A standard listing is free and stays free. Owners can pay for a <Link to={pricePath}>featured listing</Link>. It
        takes turns with the others that fit in a row of at most three above the first page of a list, and in at most
        two places inside an article. What is shown because of that says so: with the word FEATURED in lists and
        Sponsored inside articles. There is no other advertising, and nobody pays for what our{" "}
        <Link to={blogsPath}>blog posts</Link> say.
      </p>
      <h3>How to reach us</h3>
      <p>
        Use the <Link to={contactPath}>contact form</Link>, also to report a listing that is wrong, misleading or yours
        to decide about.
      </p>
    </>
  );
}
