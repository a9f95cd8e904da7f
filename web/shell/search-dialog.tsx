import { useEffect, useState, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { searchPath, withQuery } from "#schema/pages/paths.ts";
import { suggestPagesAndSearch } from "../features/sites/list/suggestions.tsx";
import { Combobox } from "../ui/combobox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SearchIcon } from "../ui/icons.tsx";

/** A link or a key opens the dialog: `/`, Ctrl-K, or ⌘K. */
export function useSearchDialog() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return {
    isOpen,
    open(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

/** The editor has its own Ctrl-K. In a text field, `/` is a letter. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  if (element.closest(".article-editor")) return false;
  if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !altKey;
  return key === "/" && !ctrlKey && !metaKey && !element.matches("input, textarea, select");
}

/** Enter opens the page whose name was typed, or shows all sites for the words. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const open = (path: string) => {
    onClose();
    void navigate(path);
  };
  return (
    <Dialog title="Search" className="search-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = new FormData(event.currentTarget).get("q") as string;
          open(withQuery(searchPath, { q }));
        }}
      >
        <div className="search-field">
          <SearchIcon />
          <Combobox
            id="search-everywhere"
            name="q"
            type="search"
            enterKeyHint="search"
            aria-label="Search products, sites and categories"
            placeholder="Slack, password manager, maps…"
            suggest={suggestPagesAndSearch}
            onChoose={({ path }) => open(path)}
          />
        </div>
        <p className="keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open or search <kbd>Esc</kbd> close
        </p>
      </form>
    </Dialog>
  );
}
