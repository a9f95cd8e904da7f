import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../../env.ts";
import { page } from "../page.ts";
import { readAddress } from "./api-customers.ts";
import type { Bank } from "./bank.ts";
import type { Charge, Customer, Invoice, PaymentMethod } from "./objects.ts";
import { openStandIn, saveStandIn } from "./stand-in-state.ts";
import { StripeError } from "./store.ts";
import { createTaxId, taxIdsOf } from "./tax-ids.ts";

/** The pages that Stripe hosts: invoices with their PDF, receipts, and the portal. */
export const billingPages = new Hono<AppEnv>()
  .get("/invoices/:id", async (c) => {
    const invoice = await findOne<Invoice>(c.env, "invoice", c.req.param("id"));
    return invoice ? showLinked(c, invoice, invoicePage) : c.notFound();
  })

  /** A page, because it shows the same. */
  .get("/invoices/:id/pdf", async (c) => {
    const invoice = await findOne<Invoice>(c.env, "invoice", c.req.param("id"));
    return invoice?.invoice_pdf ? showLinked(c, invoice, invoicePage) : c.notFound();
  })

  .get("/receipts/:id", async (c) => {
    const charge = await findOne<Charge>(c.env, "charge", c.req.param("id"));
    return charge?.receipt_url ? showLinked(c, charge, receiptPage) : c.notFound();
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

const LINK_S = 30 * 86_400;
const READ_LINK_S = 10 * 86_400;

/**
 * Links expire 30 days after the invoice was finalized, but not within ten days after they were read:
 * https://docs.stripe.com/invoicing/hosted-invoice-page. Receipts: https://docs.stripe.com/dashboard/receipts
 */
async function showLinked<T extends Invoice | Charge>(
  c: Context<AppEnv>,
  linked: T,
  toPage: (linked: T) => ReturnType<typeof page>,
) {
  const { bank } = await openStandIn(c.env);
  const finalizedAt = linked.object === "invoice" ? linked.status_transitions.finalized_at : null;
  const until = Math.max(
    (finalizedAt ?? linked.created) + LINK_S,
    (bank.state.linksRead[linked.id] ?? 0) + READ_LINK_S,
  );
  if (bank.nowSeconds <= until) return c.html(toPage(linked));
  return c.html(page("This link has expired", html`<p>Please contact the business.</p>`), 410);
}

async function findOne<T extends Invoice | Charge>(env: AppEnv["Bindings"], kind: T["object"], id: string) {
  const { bank } = await openStandIn(env);
  return bank.list<T>(kind, (one) => one.id === id)[0];
}

/** What the customer has changed in the portal: https://docs.stripe.com/customer-management */
function changeDetails(bank: Bank, customer: Customer, { name, vat = "", ...address }: Record<string, string>): void {
  Object.assign(customer, { name: name || null, address: readAddress(address) });
  bank.emit("customer.updated", customer);
  const [before] = taxIdsOf(bank, customer.id);
  if (before?.value === vat) return;
  if (vat) createTaxId(bank, customer, "eu_vat", vat);
  if (!before) return;
  delete bank.state.objects[before.id];
  bank.emit("customer.tax_id.deleted", before);
}

const euro = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const NOTE = html`<p>Stand-in for Stripe: no real money moves.</p>`;

const addressOf = (address: Invoice["customer_address"]) =>
  [address?.line1, address?.line2, `${address?.postal_code ?? ""} ${address?.city ?? ""}`.trim(), address?.country]
    .filter(Boolean)
    .join(", ");

const row = (label: string, value: string) =>
  html`<tr>
    <th scope="row" align="left">${label}</th>
    <td>${value}</td>
  </tr>`;

function invoicePage(invoice: Invoice) {
  const { id, status, total, total_excluding_tax: net, total_taxes: taxes, customer_tax_ids: taxIds } = invoice;
  const isReversed = taxes?.some(({ taxability_reason }) => taxability_reason === "reverse_charge");
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const button = (path: string, label: string) =>
    html`<form method="post" action="/dev/stripe/invoices/${id}${path}"><button>${label}</button></form>`;
  return page(
    `Invoice ${invoice.number ?? id}`,
    html`
      ${NOTE}
      <table>
        ${row("Date", dateOf(invoice.created))} ${row("Status", status ?? "")}
        ${row("Bill to", [invoice.customer_name, invoice.customer_email].filter(Boolean).join(", "))}
        ${row("Address", addressOf(invoice.customer_address))}
        ${(taxIds ?? []).map(({ value }) => row("VAT number", value ?? ""))}
        ${invoice.lines.data.map(({ description, amount, period }) =>
          row(`${description ?? "Featured listing"}, ${dateOf(period.start)} to ${dateOf(period.end)}`, euro(amount)),
        )}
        ${discount > 0 ? row("Discount", `-${euro(discount)}`) : ""} ${row("Total without tax", euro(net ?? total))}
        ${row("Tax", euro(total - (net ?? total)))} ${row("Total", euro(total))}
      </table>
      ${isReversed ? html`<p>Tax to be paid on reverse charge basis.</p>` : ""}
      <p>${invoice.description ?? ""}</p>
      ${status === "open" ? button("", "Pay with 4242") : ""} ${status === "paid" ? button("/refund", "Refund") : ""}
    `,
  );
}

const receiptPage = ({ id, amount, amount_refunded, created, payment_method_details }: Charge) =>
  page(
    "Receipt",
    html`
      ${NOTE}
      <table>
        ${row("Payment", id)} ${row("Date", dateOf(created))} ${row("Amount paid", euro(amount))}
        ${amount_refunded > 0 ? row("Refunded", euro(amount_refunded)) : ""}
        ${row("Payment method", payment_method_details?.type ?? "")}
      </table>
    `,
  );

const FIELDS = [
  ["name", "Name or company"],
  ["line1", "Address line 1"],
  ["line2", "Address line 2"],
  ["postal_code", "Postal code"],
  ["city", "City"],
  ["state", "State"],
  ["country", "Country (two letters)"],
  ["vat", "EU VAT number"],
] as const;

function portalPage(bank: Bank, customer: Customer, back: string, problem: string) {
  const invoices = bank.list<Invoice>("invoice", (one) => one.customer === customer.id);
  const methods = bank.list<PaymentMethod>("payment_method", (one) => one.customer === customer.id);
  const values: Record<string, string | null | undefined> = {
    ...customer.address,
    name: customer.name ?? null,
    vat: taxIdsOf(bank, customer.id)[0]?.value,
  };
  return page(
    "Invoices and cards",
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
      <h2>Payment methods</h2>
      <ul>
        ${methods.map(({ type, card, sepa_debit }) => {
          const last4 = (card ?? sepa_debit)?.last4;
          return html`<li>${card?.brand ?? type} ${last4 ? `ending in ${last4}` : ""}</li>`;
        })}
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
