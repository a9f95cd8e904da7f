import { MAX_ALT_LENGTH } from "#schema/articles/document.ts";

export function alternativeTextField(value: string): { label: HTMLLabelElement; input: HTMLInputElement } {
  const label = document.createElement("label");
  label.className = "picture-alt";
  const input = document.createElement("input");
  input.className = "cdx-input";
  input.value = value;
  input.maxLength = MAX_ALT_LENGTH;
  input.placeholder = "What the image shows, for people who cannot see it";
  label.append("Alternative text", input);
  return { label, input };
}
