import type { CounterType, ListBlock, ListItem } from "#schema/articles/document.ts";
import { renderByIndex } from "./render-by-index.tsx";
import { MarkupView } from "./markup-view.tsx";

const OL_TYPES: Record<CounterType, "1" | "i" | "I" | "a" | "A"> = {
  numeric: "1",
  "lower-roman": "i",
  "upper-roman": "I",
  "lower-alpha": "a",
  "upper-alpha": "A",
};

type Props = Pick<ListBlock, "style" | "items"> & { start?: number | undefined; counterType?: CounterType | undefined };

export function ListView({ style, start, counterType, items }: Props) {
  const entries = renderByIndex(items, (item) => <ItemView item={item} style={style} counterType={counterType} />);
  if (style === "ordered") {
    return (
      <ol start={start} type={counterType && OL_TYPES[counterType]}>
        {entries}
      </ol>
    );
  }
  return <ul className={style === "checklist" ? "article-checklist" : undefined}>{entries}</ul>;
}

/** A nested list has the style of the outer list, but starts at 1. */
function ItemView({ item, ...list }: Omit<Props, "items" | "start"> & { item: ListItem }) {
  const { content, checked, items } = item;
  return (
    <li dir="auto">
      {checked === undefined ? (
        <MarkupView content={content} />
      ) : (
        <label>
          <input type="checkbox" disabled defaultChecked={checked} /> <MarkupView content={content} />
        </label>
      )}
      {items.length > 0 && <ListView {...list} items={items} />}
    </li>
  );
}
