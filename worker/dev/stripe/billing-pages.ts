import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../../env.ts";
import { page } from "../page.ts";
import { readAddress } from "./api-customers.ts";
import type { Bank } from "./bank.ts";
import type { Customer, Invoice } from "./objects.ts";
import { openStandIn, saveStandIn } from "./stand-in-state.ts";
import { StripeError } from "./store.ts";
import { createTaxId, taxIdsOf } from "./tax-ids.ts";

/** The pages that Stripe hosts: invoices, and the portal. */
export const billingPages = new Hono<AppEnv>()
  .get("/invoices/:id", async (c) => {
    const { bank } = await openStandIn(c.env);
    const invoice = bank.list<Invoice>("invoice", ({ id }) => id === c.req.param("id"))[0];
    return invoice ? c.html(invoicePage(invoice)) : c.notFound();
  })

  .get("/portal", async (c) => {
    const { bank } = await openStandIn(c.env);
    const { customer: id = "", back = "/", problem = "" } = c.req.query();
    const customer = bank.list<Customer>("customer", (one) => one.id === id && !("deleted" in one))[0];
    return customer ? c.html(portalPage(bank, customer, back, problem)) : c.notFound();
  })

  .post("/portal", async (c) => {
    const standIn = await openStandIn(c.env);
    const { customer: id = "", back = "/", ...given } = await c.req.parseBody<Record<string, string>>();
    const query = new URLSearchParams({ customer: id, back });
    try {
      changeDetails(standIn.bank, standIn.bank.find<Customer>("customer", id), given);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      query.set("problem", error.message);
    }
    await saveStandIn(c.env, standIn);
    return c.redirect(`/dev/stripe/portal?${query}`, 303);
  });

/** https://docs.stripe.com/customer-management */
function changeDetails(bank: Bank, customer: Customer, { name, vat = "", ...address }: Record<string, string>): void {
  Object.assign(customer, { name: name || null, address: readAddress(address) });
  const [before] = taxIdsOf(bank, customer.id);
  if (before?.value === vat) return;
  if (vat) createTaxId(bank, customer.id, vat);
  if (before) delete bank.state.objects[before.id];
}

const euro = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const NOTE = html`<p>Stand-in for Stripe: no real money moves.</p>`;

const row = (label: string, value: string) =>
  html`<tr>
    <th scope="row" align="left">${label}</th>
    <td>${value}</td>
  </tr>`;

function invoicePage({ id, status, created, lines, subtotal, total, description, footer, ...of }: Invoice) {
  const tax = of.total_taxes.reduce((sum, { amount }) => sum + amount, 0);
  return page(
    `Invoice ${id}`,
    html`
      ${NOTE}
      <table>
        ${row("Date", dateOf(created))} ${row("Status", status ?? "")}
        ${row("Bill to", [of.customer_name, of.customer_email, of.customer_address?.country].filter(Boolean).join(", "))}
        ${of.customer_tax_ids.map(({ value }) => row("VAT number", value ?? ""))}
        ${lines.data.map(({ amount, period }) =>
          row(`Featured listing, ${dateOf(period.start)} to ${dateOf(period.end)}`, euro(amount)),
        )}
        ${total < subtotal ? row("Discount", `-${euro(subtotal - total)}`) : ""} ${row("Tax", euro(tax))}
        ${row("Total", euro(total))}
      </table>
      <p>${description ?? ""}</p>
      <p>${footer ?? ""}</p>
      ${
        status === "open"
          ? html`<form method="post" action="/dev/stripe/invoices/${id}"><button>Pay with 4242</button></form>`
          : ""
      }
    `,
  );
}

const FIELDS = [
  ["name", "Name or company"],
  ["line1", "Address line 1"],
  ["postal_code", "Postal code"],
  ["city", "City"],
  ["country", "Country (two letters)"],
  ["vat", "EU VAT number"],
] as const;

function portalPage(bank: Bank, customer: Customer, back: string, problem: string) {
  const invoices = bank.list<Invoice>("invoice", (one) => one.customer === customer.id);
  const values: Record<string, string | null | undefined> = {
    ...customer.address,
    name: customer.name,
    vat: taxIdsOf(bank, customer.id)[0]?.value,
  };
  return page(
    "Invoices and billing details",
    html`
      ${NOTE}
      <h2>Invoices</h2>
      <ul>
        ${invoices.map(
          ({ id, created, amount_due, status, description }) =>
            html`<li>
              <a href="/dev/stripe/invoices/${id}">${id}</a>: ${euro(amount_due)}, ${dateOf(created)}, ${status}
              ${description ?? ""}
            </li>`,
        )}
      </ul>
      <h2>Billing details</h2>
      ${problem ? html`<p role="alert">${problem}</p>` : ""}
      <form method="post" action="/dev/stripe/portal">
        <input type="hidden" name="customer" value="${customer.id}" />
        <input type="hidden" name="back" value="${back}" />
        ${FIELDS.map(
          ([name, label]) =>
            html`<p>
              <label>${label} <input name="${name}" value="${values[name] ?? ""}" /></label>
            </p>`,
        )}
        <button>Save</button>
      </form>
      <p><a href="${back}">Back</a></p>
    `,
  );
}
