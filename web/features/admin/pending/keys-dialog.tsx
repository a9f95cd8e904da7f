import { Dialog } from "../../../ui/dialog.tsx";

const KEYS = {
  J: "Next",
  K: "Previous",
  A: "Approve the open listing",
  R: "Refuse the open listing",
  U: "Undo the last decision",
  "?": "Show these keys",
};

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <div className="dialog-form">
      <dl className="pending-key-list">
        {Object.entries(KEYS).map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>The keys work only while the focus is in the list or in what is open there, and not in a field.</p>
    </div>
  </Dialog>
);
