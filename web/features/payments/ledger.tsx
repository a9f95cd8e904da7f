import type { LedgerEntry } from "#schema/payments/payments.ts";
import { dashboardPath, withQuery } from "#schema/pages/paths.ts";
import { formatMoney } from "#schema/payments/pricing.ts";
import type { Page } from "#schema/sites/sites.ts";
import { DateText } from "../../ui/date.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Table } from "../../ui/table.tsx";

const KINDS: Record<LedgerEntry["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  grant: "Gift",
};

export const Ledger = ({ results, page, pages }: Page<LedgerEntry>) => (
  <>
    <Table label="Payments" columns={["Date", "Type", "Site", "Amount", "Period", "Invoice"]} numbers={["Amount"]}>
      {results.map((entry) => (
        <LedgerRow key={entry.id} entry={entry} />
      ))}
    </Table>
    <Pager
      label="Pages of payments"
      page={page}
      pages={pages}
      hrefOf={(next) => withQuery(dashboardPath, { tab: "payments", payments: next === 1 ? null : next })}
    />
  </>
);

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { kind, amount_cents, currency, period_start, period_end, detail, site_name } = entry;
  const isBack = kind === "refund" || kind === "dispute";
  const amount = formatMoney(isBack ? -amount_cents : amount_cents, currency);
  // An amount in brackets has not moved, or not yet.
  const isTaken = kind === "dispute" && detail === "lost";
  const hasMoved = kind === "payment" || (kind === "refund" && detail === "") || isTaken;
  const hasAmount = kind !== "grant";
  return (
    <tr className="ledger-row">
      <th scope="row">
        <DateText iso={entry.happened_at} />
      </th>
      <td className="ledger-kind">
        {KINDS[kind]}
        {detail && <small className="ledger-detail">{isBack ? detail.replaceAll("_", " ") : detail}</small>}
      </td>
      <td data-label="Site">{site_name}</td>
      <td className="number">{!hasAmount ? "" : hasMoved ? amount : `(${amount})`}</td>
      <td {...(period_start && { "data-label": "Period" })}>
        {period_start && period_end && (
          <>
            <DateText iso={period_start} /> to <DateText iso={period_end} />
          </>
        )}
      </td>
      <td>
        {entry.invoice_url && (
          <a href={entry.invoice_url} rel="noopener noreferrer" target="_blank">
            Invoice<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
      </td>
    </tr>
  );
}
