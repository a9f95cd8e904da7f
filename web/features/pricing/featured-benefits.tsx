/** What a featured place gives beyond a listing. */
export function FeaturedBenefits() {
  return (
    <>
      <li>Placed before the standard listings in every list</li>
      <li>Shown in places inside the articles of other sites, labelled Sponsored</li>
      <li>A FEATURED badge wherever your site is shown; its link carries rel=“sponsored”</li>
    </>
  );
}
