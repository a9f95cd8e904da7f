import { FormMessage } from "../../../forms/form-message.tsx";
import { DateText } from "../../../ui/date.tsx";
import type { OrderState } from "./use-order.ts";

/** Offers the charge day of another listing of the owner. The first period is then shorter and costs its share. */
export function SameDayChoice({ state: { order, preview, problem, change } }: { state: OrderState }) {
  const offers = preview?.same_day ?? [];
  return (
    <>
      <FormMessage text={problem?.part === "sameDayAs" ? problem.text : ""} />
      {offers.map(({ site_id, site_name, at }) => (
        <label key={site_id} className="checkbox same-day">
          <input
            type="checkbox"
            checked={order.sameDayAs === site_id}
            onChange={({ target }) =>
              // The server refuses both together.
              change(target.checked ? { sameDayAs: site_id, promotionCode: "" } : { sameDayAs: null })
            }
          />
          <span>
            Pay on the same day as <bdi>{site_name}</bdi>: the first period ends on <DateText iso={at} />, and you pay
            only for its days
          </span>
        </label>
      ))}
    </>
  );
}
