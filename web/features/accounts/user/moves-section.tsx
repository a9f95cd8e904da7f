import { useRef, useState } from "react";
import { useLoaderData } from "react-router";
import { ApiError } from "../../../data/api.ts";
import { useAction } from "../../../data/use-action.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { MoveChecklist } from "./move-checklist.tsx";
import type { calls, loader, MoveChange } from "./user-data.ts";

/** Absent if the person plans no move. */
export function MovesSection() {
  const { moves } = useLoaderData<typeof loader>();
  const changeMove = useAction<typeof calls, "changeMove">("changeMove");
  const [failures, setFailures] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);

  async function change(input: MoveChange) {
    try {
      await changeMove(input);
      // The pressed button is no longer there, so the heading takes the focus.
      if (!input.body) title.current?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
      setFailures((before) => before + 1);
    }
  }

  return (
    <AsyncContent data={{ result: moves }}>
      {({ results }) =>
        results.length > 0 && (
          <section id="moves" className="screen-section moves" aria-labelledby="moves-title">
            <h2 id="moves-title" ref={title} tabIndex={-1}>
              Your moves
            </h2>
            {results.map((move) => (
              <MoveChecklist
                key={`${move.product.slug} ${failures}`}
                move={move}
                change={(input) => void change(input)}
              />
            ))}
            <button type="button" className="button" onClick={() => window.print()}>
              Print
            </button>
          </section>
        )
      }
    </AsyncContent>
  );
}
