import type { Appearance } from "@stripe/stripe-js";

/** Returns the page's look for Stripe's frames, which the page's CSS does not reach. */
export function appearance(): Appearance {
  const { color, fontFamily } = getComputedStyle(document.body);
  return {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "stripe",
    variables: {
      fontFamily,
      fontSizeBase: "16px",
      borderRadius: "4px",
      colorText: color,
      colorPrimary: colorOf("--accent"),
      colorBackground: colorOf("--surface"),
      colorDanger: colorOf("--error"),
    },
  };
}

/** The text style of the card's fields, which take no `appearance`. */
export function textStyle() {
  const { color, fontFamily } = getComputedStyle(document.body);
  return { color, fontFamily, fontSize: "16px" };
}

/** A token is a pair of colours. The browser chooses one of them only for a property of an element. */
function colorOf(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
