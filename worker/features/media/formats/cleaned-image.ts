/** What is left of a file, in order, and its size in pixels as it is shown: turned where its orientation says so. */
export type CleanedImage = {
  parts: Uint8Array[];
  width: number;
  height: number;
  /** What a browser draws: those of every frame of an animation together. */
  pixels: number;
};
