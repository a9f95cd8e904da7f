import type { ComponentProps, ReactNode } from "react";
import { IMAGE_TYPES } from "#schema/images/media.ts";

type Props = Omit<ComponentProps<"input">, "type" | "accept" | "className" | "onChange"> & {
  children: ReactNode;
  onChoose: (files: File[]) => void;
};

export function FileButton({ children, onChoose, ...input }: Props) {
  return (
    <label className="button file-button">
      {children}
      <input
        {...input}
        type="file"
        className="visually-hidden"
        accept={IMAGE_TYPES.join()}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
