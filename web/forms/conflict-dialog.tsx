import { Dialog } from "../ui/dialog.tsx";

type Props = {
  what?: "site" | "blog post";
  onClose: () => void;
  onLoadNewer: () => void;
  onKeepMine: () => void;
};

export function ConflictDialog({ what = "site", onClose, onLoadNewer, onKeepMine }: Props) {
  return (
    <Dialog title={`This ${what} has a newer version`} onClose={onClose}>
      <div className="form dialog-form">
        <p>
          It was saved in another tab or by another person after you opened it. Your changes are not saved yet. Choose
          the version to keep: the other one will be lost.
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
