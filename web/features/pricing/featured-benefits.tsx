/** What a featured place gives beyond a listing. */
export function FeaturedBenefits() {
  return (
    <>
      <li>
        Turns in the row “Featured” above the first page of every list that your site fits: the home page, its category,
        the products that it replaces, searches that find it
      </li>
      <li>
        Turns inside articles, labelled Sponsored: those of sites in its category or for the same products, and ours
      </li>
      <li>At most three sites in a row and two in an article; all that fit take turns, each for the same time</li>
      <li>An article of your own without other sites’ places</li>
      <li>A FEATURED badge wherever your site is shown; its link carries rel=“sponsored”</li>
    </>
  );
}
