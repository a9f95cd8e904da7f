declare module "subset-font" {
  type Options = {
    targetFormat: "truetype" | "woff2";
    keepAllGlyphs?: boolean;
    keepFeatures?: string[];
    noHinting?: boolean;
    dropTables?: string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  };
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>;
}
