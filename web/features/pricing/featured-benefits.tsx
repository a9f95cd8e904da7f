export function FeaturedBenefits() {
  return (
    <>
      <li>
        Your site takes turns in the “Featured” row above the first page of each list that it fits: the home page, its
        category, its product pages and searches that find it
      </li>
      <li>
        It takes turns inside articles, labelled Sponsored: articles of sites in its category or for the same products,
        and our blog posts
      </li>
      <li>A row has at most three sites, an article two. All sites that fit take turns, each for the same time</li>
      <li>Your own article has no featured places of other sites</li>
      <li>A FEATURED badge wherever your site is shown. Its link is marked rel=“sponsored”</li>
    </>
  );
}
