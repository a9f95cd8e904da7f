import { Dialog } from "../ui/dialog.tsx";

type Props = {
  what?: "site" | "blog post";
  onClose: () => void;
  onLoadNewer: () => void;
  onKeepMine: () => void;
};

/** Another tab, or another person, has saved it since it was loaded here. */
export function ConflictDialog({ what = "site", onClose, onLoadNewer, onKeepMine }: Props) {
  return (
    <Dialog title={`This ${what} was saved meanwhile`} onClose={onClose}>
      <div className="form dialog-form">
        <p>Another tab or person has saved this {what} since you opened it. Nothing of yours has been saved yet.</p>
        <div className="form-actions">
          <button type="button" className="button" onClick={onKeepMine}>
            Keep mine and save over it
          </button>
          <button type="button" className="button" onClick={onLoadNewer}>
            Load the newer one
          </button>
        </div>
      </div>
    </Dialog>
  );
}
