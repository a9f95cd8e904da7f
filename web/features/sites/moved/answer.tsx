import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Switch } from "#schema/sites/switches.ts";
import { DateText } from "../../../ui/date.tsx";
import { useIsOwn } from "../card/likes.ts";
import { answerText, listText } from "./moved-texts.ts";

const AnswerForm = lazy(() => import("./answer-form.tsx"));

type Props = { of: Switch; siteId: number; children?: ReactNode };

/** What one person says, without a name, and what the owner of the site answers. */
export function Answer({ of, siteId, children }: Props) {
  const isOwn = useIsOwn(siteId);
  const [sent, setSent] = useState<Switch["answer"]>(null);
  const answer = of.answer ?? sent;
  return (
    <li>
      {children}
      <p className="typed">{of.text}</p>
      <p className="fact-note">{answerText(of)}</p>
      {of.missing.length > 0 && <Points label="Missing" points={of.missing} />}
      {of.better.length > 0 && <Points label="Better" points={of.better} />}
      {answer && (
        <>
          <p ref={sent && focus} className="fact-note" tabIndex={sent ? -1 : undefined}>
            The owner answers, <DateText iso={answer.created_at} />
          </p>
          <p className="typed">{answer.text}</p>
        </>
      )}
      <Suspense>{isOwn && !answer && <AnswerForm id={of.id} onSent={setSent} />}</Suspense>
    </li>
  );
}

/** The form is gone when the answer is sent. */
const focus = (line: HTMLElement | null) => line?.focus();

const Points = ({ label, points }: { label: string; points: string[] }) => (
  <p className="fact-note">
    {label}: {listText(points)}
  </p>
);
