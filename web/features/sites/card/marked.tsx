import { createContext, use } from "react";
import { markedParts } from "./marked-parts.ts";

/** `Understood.marks` of the search whose results are inside. */
export const Marks = createContext<readonly string[]>([]);

/** Marks the words of the search in a text of a result. */
export function Marked({ text }: { text: string }) {
  const marks = use(Marks);
  if (marks.length === 0) return <span>{text}</span>;
  return (
    <span key={marks.join(" ")}>
      {markedParts(text, marks).map((part) => (part.isMarked ? <mark key={part.at}>{part.text}</mark> : part.text))}
    </span>
  );
}
