import { Dialog } from "../ui/dialog.tsx";

type Props = {
  what?: "site" | "blog post";
  onClose: () => void;
  onLoadNewer: () => void;
  onKeepMine: () => void;
};

/** Shown if another tab or person saved the record after it was loaded here. */
export function ConflictDialog({ what = "site", onClose, onLoadNewer, onKeepMine }: Props) {
  return (
    <Dialog title={`This ${what} has a newer version`} onClose={onClose}>
      <div className="form dialog-form">
        <p>
          It was saved in another tab or by another person after you opened it. Your changes are not saved yet. If you
          load the newer version, you lose them.
        </p>
        <div className="form-actions">
          <button type="button" className="button" onClick={onKeepMine}>
            Save my version
          </button>
          <button type="button" className="button" onClick={onLoadNewer}>
            Load newer version
          </button>
        </div>
      </div>
    </Dialog>
  );
}
