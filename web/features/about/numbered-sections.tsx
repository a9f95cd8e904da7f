import type { ReactNode } from "react";

export type Section = { title: string; text: ReactNode };

/**
 * Sections as `<details>` elements: they open without JavaScript, and the browser's search in the page opens them too.
 */
export function NumberedSections({ sections }: { sections: Section[] }) {
  return (
    <div className="disclosures numbered">
      {sections.map(({ title, text }, index) => (
        <details key={title}>
          <summary>
            <h3>
              <span className="section-number">{index + 1}.</span> {title}
            </h3>
          </summary>
          <div className="section-text">{text}</div>
        </details>
      ))}
    </div>
  );
}
