export const WIDTH = 1200;
export const HEIGHT = 630;

// The light colours of `web/styles/tokens.css`.
export const PAPER = "#ffffff";
export const INK = "#101814";
export const MUTED = "#4c5952";
export const GREEN = "#00694a";
export const HOLLOW = "#7b8881";

/** Of a logo with transparent parts. It is so light that dark logos stand out, and a white one can be seen. */
export const LOGO_GROUND = "#e2e9e5";
/** The light colours of `tint-0` and so on in `logo.css`. */
export const TILES = [
  { ground: "#e2eed8", ink: "#294007" },
  { ground: "#d8f1e2", ink: "#004528" },
  { ground: "#d2f1ee", ink: "#004542" },
  { ground: "#d3eff9", ink: "#004156" },
  { ground: "#daecff", ink: "#0c3a62" },
  { ground: "#e5e8ff", ink: "#303163" },
  { ground: "#f0e4fa", ink: "#452a58" },
  { ground: "#f9e2f0", ink: "#542446" },
  { ground: "#fee1e3", ink: "#5c2229" },
];
