import type { ReactNode } from "react";

export type Section = { title: string; text: ReactNode };

/** Each opens by itself, without scripts, and the browser's search in the page opens it as well. */
export function NumberedSections({ sections }: { sections: Section[] }) {
  return (
    <div className="disclosures">
      {sections.map(({ title, text }, index) => (
        <details key={title}>
          <summary>
            <h3>
              {index + 1}. {title}
            </h3>
          </summary>
          <div>{text}</div>
        </details>
      ))}
    </div>
  );
}
