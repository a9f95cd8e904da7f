/** What a featured listing has that a standard listing has not. */
export const FEATURED_BENEFITS = {
  lists:
    "Your site takes turns in the “Featured” row above the first page of each list that it fits: the home page, its category, its product pages and searches that find it",
  articles:
    "It takes turns inside articles, labelled Sponsored: articles of sites in its category or for the same products, and our blog posts",
  share: "A row has at most three sites, an article two. All sites that fit take turns, each for the same time",
  ownArticle: "Your own article has no featured places of other sites",
  badge: "A FEATURED badge wherever your site is shown. Its link is marked rel=“sponsored”",
};
