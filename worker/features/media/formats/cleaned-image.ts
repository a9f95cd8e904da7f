/** `parts` are the kept parts of a file, in order. */
export type CleanedImage = {
  parts: Uint8Array[];
  /** Pixels as shown: swapped with the height if the orientation turns the image by 90 degrees. */
  width: number;
  height: number;
  /** The sum over all frames of an animation. */
  pixels: number;
};
