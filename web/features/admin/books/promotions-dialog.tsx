import { useState } from "react";
import { type Promotion, promotionText } from "#schema/promotions.ts";
import { send } from "../../../api.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import type { LoaderData } from "../../../screen-data.ts";
import { DateText } from "../../../ui/date.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { NewPromotion } from "./new-promotion.tsx";

export type PromotionList = { results: Promotion[] };

const STATES = { active: "Active", ended: "Ended", used_up: "Used up" };

/** `onChange` loads the list again. */
type Props = { promotions: LoaderData<PromotionList>; onChange: () => void; onClose: () => void };

export function PromotionsDialog({ promotions, onChange, onClose }: Props) {
  const [isNew, setNew] = useState(false);
  const [ending, setEnding] = useState<Promotion>();
  const [done, setDone] = useState("");

  function finish(text: string) {
    setDone(text);
    setNew(false);
    setEnding(undefined);
    onChange();
  }

  async function end({ id, code }: Promotion) {
    await send("POST", `admin/promotions/${id}/end/`, { fallbackError: "Failed to end the promotion." });
    finish(`Nobody can use ${code} any more.`);
  }

  return (
    <Dialog title="Promotion codes" onClose={onClose}>
      <div className="promotions">
        <output>{done}</output>
        <p>
          <button type="button" className="button button-primary" aria-haspopup="dialog" onClick={() => setNew(true)}>
            New promotion code
          </button>
        </p>
        <AsyncContent data={promotions} skeleton="line">
          {({ results }) =>
            results.length === 0 ? (
              <p className="empty">There are no promotion codes yet.</p>
            ) : (
              <ul>
                {results.map((one) => (
                  <li key={one.id}>
                    <div>
                      <strong>{one.code}</strong> <span>{promotionText(one)}</span>
                      <small>
                        {STATES[one.state]}. Used {one.redemptions.toLocaleString("en-GB")}
                        {one.max_redemptions !== null && ` of ${one.max_redemptions.toLocaleString("en-GB")}`} times
                        {one.ends_at && (
                          <>
                            , until <DateText iso={one.ends_at} />
                          </>
                        )}
                        {one.first_time_only && ". Only for people who have not paid before"}
                      </small>
                    </div>
                    {one.state === "active" && (
                      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setEnding(one)}>
                        <span>
                          End<span className="visually-hidden"> {one.code}</span>
                        </span>
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </div>
      {isNew && (
        <NewPromotion onCreate={({ code }) => finish(`${code} can be used now.`)} onClose={() => setNew(false)} />
      )}
      {ending && (
        <ConfirmDialog
          title={`End ${ending.code}?`}
          action="End promotion"
          busyText="Ending…"
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>Then nobody can use the code any more. People who have used it keep their discount.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
