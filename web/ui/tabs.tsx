import { useRef, type KeyboardEvent, type ReactNode } from "react";

type Tab<Name extends string> = { name: Name; title: string; panel: ReactNode };

type Props<Name extends string> = {
  id: string;
  label: string;
  tabs: readonly Tab<Name>[];
  open: Name;
  onOpen: (name: Name) => void;
};

/** Tabs as in the ARIA Authoring Practices. All panels stay rendered and keep what was typed. */
export function Tabs<Name extends string>({ id, label, tabs, open, onOpen }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const index = nextIndex(
      event.key,
      tabs.findIndex(({ name }) => name === open),
      tabs.length,
    );
    const target = index === undefined ? undefined : tabs[index];
    if (!target) return;
    event.preventDefault();
    onOpen(target.name);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${target.name}`)}`)?.focus();
  }

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === open}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
            onKeyDown={move}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}-panel`}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== open}
        >
          {panel}
        </div>
      ))}
    </>
  );
}

/** Returns undefined for keys that select no tab. */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
