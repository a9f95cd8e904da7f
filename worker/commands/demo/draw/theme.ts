/** Converts a colour of the perceptual space OKLCH to hexadecimal sRGB. https://bottosson.github.io/posts/oklab/ */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = channels.map((linear) => {
    const value = Math.min(1, Math.max(0, linear));
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${hex.join("")}`;
}

/** The colours of a drawing. Grounds go from `page` over `panel` to `raised`; text from `ink` over `soft` to `faint`. */
export type Theme = {
  hue: number;
  isDark: boolean;
  page: string;
  panel: string;
  raised: string;
  edge: string;
  ink: string;
  soft: string;
  faint: string;
  accent: string;
  onAccent: string;
  tint: string;
  /** Grounds in five hues (own, yellow, green, blue, red), and strong colours in the same hues. */
  tints: [string, string, string, string, string];
  strong: [string, string, string, string, string];
};

type Five = Theme["tints"];
/** The drawing's own hue, and fixed ones: the sun is yellow, what is good and grows is green, water is blue, a mistake red. */
const hues = (hue: number): number[] => [hue, 72, 152, 240, 15];

/** The hue of a listing. None lies between 50 and 115, where dark colours look like mud. */
export const hueOf = (place: number): number => (((place * 67 + 45) % 295) + 115) % 360;

export const themeOf = (hue: number, isDark: boolean): Theme =>
  isDark
    ? {
        hue,
        isDark,
        page: oklch(0.19, 0.015, hue),
        panel: oklch(0.24, 0.018, hue),
        raised: oklch(0.29, 0.02, hue),
        edge: oklch(0.34, 0.02, hue),
        ink: oklch(0.93, 0.012, hue),
        soft: oklch(0.66, 0.02, hue),
        faint: oklch(0.43, 0.02, hue),
        accent: oklch(0.76, 0.125, hue),
        onAccent: oklch(0.2, 0.03, hue),
        tint: oklch(0.34, 0.055, hue),
        tints: hues(hue).map((each) => oklch(0.4, 0.065, each)) as Five,
        strong: hues(hue).map((each) => oklch(0.76, 0.115, each)) as Five,
      }
    : {
        hue,
        isDark,
        page: oklch(0.965, 0.009, hue),
        panel: oklch(0.985, 0.004, hue),
        raised: "#ffffff",
        edge: oklch(0.91, 0.012, hue),
        ink: oklch(0.29, 0.035, hue),
        soft: oklch(0.64, 0.03, hue),
        faint: oklch(0.85, 0.018, hue),
        accent: oklch(0.52, 0.13, hue),
        onAccent: "#ffffff",
        tint: oklch(0.935, 0.038, hue),
        tints: hues(hue).map((each) => oklch(0.91, 0.055, each)) as Five,
        strong: hues(hue).map((each, index) => oklch(index === 1 ? 0.76 : 0.63, 0.13, each)) as Five,
      };
