import { useId } from "react";
import { Link } from "react-router";
import type { AdminValue } from "#schema/admin.ts";
import { editSitePath } from "#schema/pages/paths.ts";
import { Age } from "../../../ui/age.tsx";
import { Logo } from "../../sites/logo/logo.tsx";
import { AnswerForm } from "../record/answer-form.tsx";
import { recordsPath } from "../record/record-query.ts";
import { FieldValue } from "../record/field-value.tsx";
import { isEmpty, recordName } from "../record/fields.ts";
import { approvalOf, hintOf, type PendingItem, isListing, isRefusable, summaryOf, waitsSince } from "./pending-data.ts";
import { ReviewListing } from "./review-listing.tsx";

type Props = {
  item: PendingItem;
  isOpen: boolean;
  onToggle: () => void;
  onApprove: () => void;
  onRefuse: () => void;
  drafts: Map<string, string>;
  onAnswer: (values: Record<string, AdminValue>) => Promise<void>;
};

/** A row. Its detail follows it, or is beside the list on wide screens. */
export function PendingEntry({ item, isOpen, onToggle, ...decisions }: Props) {
  const { model, kind, fields, record } = item;
  const detail = useId();
  const name = recordName(fields, record);
  const since = waitsSince(item);
  return (
    <li>
      <button
        type="button"
        className="pending-row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detail : undefined}
        onClick={onToggle}
      >
        <Logo name={name} isProduct={model === "sites/product"} />
        <span className="pending-name">
          <bdi>{name}</bdi> <small>{kind}</small>
        </span>
        {since && (
          <small className="pending-age">
            <Age iso={since} />
          </small>
        )}
        <small className="pending-summary">
          <bdi>{summaryOf(item)}</bdi>
        </small>
      </button>
      {isOpen && <Detail id={detail} item={item} name={name} {...decisions} />}
    </li>
  );
}

type DetailProps = Omit<Props, "isOpen" | "onToggle"> & { id: string; name: string };

function Detail({ id, item, name, onApprove, onRefuse, drafts, onAnswer }: DetailProps) {
  const { model, filter, kind, record } = item;
  return (
    <section id={id} className="pending-detail" aria-label={name}>
      <header>
        <Logo name={name} size={56} isProduct={model === "sites/product"} />
        <div>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <p>{kind}</p>
        </div>
      </header>
      {approvalOf(item) && (
        <div className="pending-verdict">
          <button type="button" className="button button-primary" aria-keyshortcuts="a" onClick={onApprove}>
            Approve<span className="visually-hidden">{` ${name}`}</span>
            <kbd aria-hidden="true">A</kbd>
          </button>
          {isRefusable(item) && (
            <button
              type="button"
              className="button button-danger"
              aria-haspopup="dialog"
              aria-keyshortcuts="r"
              onClick={onRefuse}
            >
              Refuse<span className="visually-hidden">{` ${name}`}</span>
              <kbd aria-hidden="true">R</kbd>
            </button>
          )}
        </div>
      )}
      {hintOf(item) && <p>{hintOf(item)}</p>}
      {isListing(item) ? (
        <>
          <ReviewListing record={record} />
          <details className="pending-facts">
            <summary>All fields</summary>
            <Facts item={item} name={name} />
          </details>
        </>
      ) : model === "contact/message" ? (
        <AnswerForm record={record} drafts={drafts} onSave={onAnswer} />
      ) : (
        <Facts item={item} name={name} />
      )}
      <div className="actions">
        {isListing(item) && (
          <Link className="button" to={editSitePath(record.id)}>
            Article<span className="visually-hidden">{` of ${name}`}</span>
          </Link>
        )}
        <Link className="button" to={recordsPath({ model, filter })} aria-haspopup="dialog" preventScrollReset>
          Open in its list<span className="visually-hidden">{`: ${name}`}</span>
        </Link>
      </div>
    </section>
  );
}

const Facts = ({ item: { fields, record }, name }: Pick<DetailProps, "item" | "name">) => (
  <dl>
    {fields
      .filter(({ name: field }) => !isEmpty(record[field]) && ![name, false, 0].includes(record[field]!))
      .map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <bdi>
              <FieldValue field={field} value={record[field.name]} />
            </bdi>
          </dd>
        </div>
      ))}
  </dl>
);
