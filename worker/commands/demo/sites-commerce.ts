import { article, bullets, code, header, paragraph, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Online shops. */
export const commerceSites: DemoSite[] = [
  {
    name: "Medusa",
    link: "https://medusajs.com",
    description: "Open-source commerce toolkit in TypeScript: build the shop your business needs",
    category: "ecommerce",
    alternatives: [popular.shopify, popular.bigCommerce],
    listedDaysAgo: 41,
    content: article(
      paragraph(
        "Medusa is an open-source commerce backend in TypeScript. Products, carts, orders, prices and stock come " +
          "as modules with an API and an admin screen; the shop front is your own, in whatever framework you like.",
      ),
      header("Who it suits"),
      paragraph(
        "Businesses with a developer team and with something that standard shops do not do: several warehouses, " +
          "business customers with prices of their own, bookings, a marketplace. A shop with twenty T-shirts is up " +
          "sooner, and more cheaply, on Shopify.",
      ),
      code("npx create-medusa-app@latest my-store"),
      header("Compared with Shopify"),
      table(
        true,
        ["", "Shopify", "Medusa"],
        ["First sale", "This weekend", "In some weeks"],
        ["Payment", "Built in, or a fee for others", "Stripe and others by provider modules"],
        ["Changes to the checkout", "Within limits", "All of it is your code"],
        ["Who is on call at night", "Shopify", "You or your host"],
      ),
      header("Before you switch"),
      bullets(
        "Customers' passwords cannot be taken along; plan for a friendly reset mail.",
        "Keep the addresses of products, or redirect every one of them.",
        "Count the price of apps that you will have to rebuild.",
      ),
      paragraph("MIT licence, without a share of your sales. The company behind it offers cloud hosting for pay."),
    ),
  },
  {
    name: "WooCommerce",
    link: "https://woocommerce.com",
    description: "The shop for WordPress: products, checkout and shipping on a site that is yours",
    category: "ecommerce",
    alternatives: [popular.shopify, popular.wix, popular.bigCommerce],
    listedDaysAgo: 265,
    content: article(
      paragraph(
        "WooCommerce turns a WordPress site into a shop. Products, checkout, taxes and shipping are in the free " +
          "plugin, and there is an extension for nearly everything else, made by a very large market of developers.",
      ),
      header("Who it suits"),
      bullets(
        "Sites that already run on WordPress and sell something beside it.",
        "Shops whose articles and guides bring the customers.",
        "Owners who want to choose their host and their payment provider themselves.",
      ),
      header("What it really costs"),
      paragraph(
        "The plugin is free, the shop is not: hosting that holds out on busy days, a theme, and often several " +
          "yearly extensions. Add it all up before you compare with Shopify's monthly fee.",
      ),
      warning(
        "Few extensions, updated weekly",
        "Most break-ins happen through old plugins. Try updates on a copy of the site, and keep card data away " +
          "from it by using the payment provider's own form.",
      ),
      paragraph(
        "GPL, by Automattic and many contributors. Data can be exported completely, since it is all in your own " +
          "database.",
      ),
    ),
  },
];
