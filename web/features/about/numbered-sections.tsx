import type { ReactNode } from "react";

export type Section = { title: string; text: ReactNode };

/**
 * Sections as `<details>` elements: they open without JavaScript, and the browser's search in the page opens them too.
 */
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
