import type { ComponentProps } from "react";
import { completeUrl } from "#schema/urls.ts";
import { Field } from "./field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "onChange" | "onBlur"> & {
  value: string;
  onType: (address: string) => void;
  /** Told of the whole address once the field is left. */
  onLeave?: (address: string) => void;
};

/** For the address of another site. The `https://` that people leave out is added when they leave the field. */
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
        const address = completeUrl(value);
        if (address !== value) onType(address);
        onLeave?.(address);
      }}
    />
  );
}
