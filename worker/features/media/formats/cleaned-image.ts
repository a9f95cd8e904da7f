/** The kept parts of a file, in order, and the size in pixels at which a browser shows the image. */
export type CleanedImage = {
  parts: Uint8Array[];
  /** Width and height are swapped if the orientation turns the image by 90 degrees. */
  width: number;
  height: number;
  /** The pixels that a browser draws: the sum over all frames of an animation. */
  pixels: number;
};
