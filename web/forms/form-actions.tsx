import type { ComponentProps } from "react";
import { SubmitButton } from "./submit-button.tsx";

type Props = ComponentProps<typeof SubmitButton> & { onCancel: () => void; cancelText?: string };

export function FormActions({ onCancel, cancelText = "Cancel", ...submit }: Props) {
  return (
    <div className="form-actions">
      <SubmitButton {...submit} />
      <button type="button" className="button" onClick={onCancel}>
        {cancelText}
      </button>
    </div>
  );
}
