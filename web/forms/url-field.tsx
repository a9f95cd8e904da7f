import type { ComponentProps } from "react";
import { cleanLink } from "#schema/values/web-links.ts";
import { Field } from "./field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "onChange" | "onBlur"> & {
  value: string;
  onType: (address: string) => void;
  /** Called with the complete URL. */
  onLeave?: (address: string) => void;
};

/** Adds a missing `https://` when the user leaves the field. */
export function UrlField({ value, onType, onLeave, ...field }: Props) {
  return (
    <Field
      placeholder="https://"
      {...field}
      type="url"
      inputMode="url"
      value={value}
      onChange={(event) => onType(event.target.value)}
      onBlur={() => {
        const address = cleanLink(value);
        if (address !== value) onType(address);
        onLeave?.(address);
      }}
    />
  );
}
