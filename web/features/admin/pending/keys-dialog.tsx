import { Dialog } from "../../../ui/dialog.tsx";

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <div className="dialog-form">
      <ul>
        <li>J: next. K: previous.</li>
        <li>A: approve the open listing. R: refuse it. U: undo the last decision.</li>
        <li>?: show these keys.</li>
      </ul>
      <p>They work only while the focus is in the list or in what is open there, and not in a field.</p>
    </div>
  </Dialog>
);
