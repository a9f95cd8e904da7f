import { PLANS } from "#schema/payments/pricing.ts";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { FEATURED_BENEFITS } from "./featured-benefits.ts";

/** What both listings have. */
const BOTH: [name: string, text: string][] = [
  ["Your page", "A page with your article, images and links"],
  [
    "Products",
    `Up to ${MAX_ALTERNATIVES} products that your site is an alternative to. Each product page lists your site`,
  ],
  ["Lists and search", "Found in our search, in its category, in the feed and by search engines"],
  [
    "Place in a list",
    "Newest first on the home page and in a category, best fit first for a product or a search. Paying changes neither",
  ],
  ["Changes", "You can change or delete it at any time"],
];

const DIFFERENT: [name: string, standard: string, featured: string][] = [
  ["Places above lists", "None", FEATURED_BENEFITS.lists],
  ["Places in articles", "None", FEATURED_BENEFITS.articles],
  ["Share of the places", "None", FEATURED_BENEFITS.share],
  ["In your own article", "Up to two sponsored places of other sites", FEATURED_BENEFITS.ownArticle],
  ["Label", "None", FEATURED_BENEFITS.badge],
  [
    "Billing cycle",
    "None",
    `Monthly: every ${PLANS.month.days} days, or yearly: every ${PLANS.year.days} days. At the same price, until you cancel`,
  ],
  ["Payment", "None", "By card, Apple Pay, Google Pay or Link, through Stripe"],
];

export function Comparison() {
  return (
    <table className="table comparison">
      <caption className="visually-hidden">Standard and featured listings compared</caption>
      <thead>
        <tr>
          <th scope="col">What you get</th>
          <th scope="col">Standard</th>
          <th scope="col">Featured</th>
        </tr>
      </thead>
      <tbody>
        {BOTH.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td colSpan={2} data-label="Both">
              {text}
            </td>
          </tr>
        ))}
        {DIFFERENT.map(([name, standard, featured]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label="Standard">{standard}</td>
            <td data-label="Featured">{featured}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
